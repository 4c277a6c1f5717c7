/** The East as it is drawn under the points: a conic projection of what the atlas knows of the country. */

/** @typedef {import("../../board/types.d.ts").Spot} Place */
/** @typedef {import("../../board/types.d.ts").PointsGround} PointsGround */
/** @typedef {import("./units.js").Atlas} Atlas */

const RAD = Math.PI / 180;
const [SOUTH, NORTH, MIDDLE] = [46 * RAD, 58 * RAD, 34];
const tangent = (/** @type {number} */ angle) => Math.tan(Math.PI / 4 + angle / 2);
const CONE = Math.log(Math.cos(SOUTH) / Math.cos(NORTH)) / Math.log(tangent(NORTH) / tangent(SOUTH));
const EDGE = (Math.cos(SOUTH) * tangent(SOUTH) ** CONE) / CONE;

/**
 * Kilometres on the sheet, x to the east and y to the south.
 * @param {number} lon
 * @param {number} lat
 * @returns {Place}
 */
export function project(lon, lat) {
  const far = (6371 * EDGE) / tangent(lat * RAD) ** CONE;
  const angle = CONE * (lon - MIDDLE) * RAD;
  return [far * Math.sin(angle), far * Math.cos(angle)];
}

/**
 * @param {number[]} course a longitude and a latitude in hundredths of a degree, then the steps from there
 * @returns {Place[]}
 */
function places(course) {
  const found = [];
  let [lon, lat] = [0, 0];
  for (let i = 0; i < course.length; i += 2) {
    lon += course[i];
    lat += course[i + 1];
    found.push(project(lon / 100, lat / 100));
  }
  return found;
}

/** @param {Atlas["ground"]} ground @returns {PointsGround} */
export const groundOf = (ground) => ({
  land: ground.land.map(places),
  lakes: ground.lakes.map(places),
  rivers: ground.rivers.map(({ great, course }) => ({ great, course: places(course) })),
  frontiers: ground.frontiers.map(places),
  areas: ground.areas.map(({ kind, course }) => ({ kind, shore: places(course) })),
  names: ground.names.map(({ text, kind, lon, lat, turn }) => {
    const [x, y] = project(lon / 100, lat / 100);
    return { text, kind, x, y, turn };
  }),
  beyond: Object.entries(ground.beyond).flatMap(([side, course]) =>
    places(course).map(([x, y]) => ({ side, x, y }))
  ),
});

/** The ground of states that are on neither side in a month. @param {Atlas["ground"]} ground @param {string} month */
export const neutralGround = (ground, month) =>
  ground.states.filter(({ until }) => !until || month <= until).flatMap(({ courses }) => courses.map(places));
