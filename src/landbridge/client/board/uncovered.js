/** What lies over a map, such as its buttons: a place that is to be touched does not stay below it. */

/** What stands over a map at all times. */
const COVERS = ".zoom, .legend";
/** So near, in pixels, a finger may miss a place. */
const NEAR = 24;

/**
 * Pan a map as little as needed, so that none of these places lies below what stands over it; where that would take
 * others of them out of sight, it stays as it is.
 * @param {ReturnType<typeof import("./surface.js").surface>} sheet
 * @param {{ x: number, y: number }[]} places
 */
export function uncover(sheet, places) {
  const { wide, high } = sheet.size();
  const at = sheet.canvas.getBoundingClientRect();
  const seen = places.map(({ x, y }) => sheet.toScreen(x, y)).filter(([x, y]) =>
    x > 0 && y > 0 && x < wide && y < high
  );
  const covers = [...(sheet.canvas.parentElement?.querySelectorAll(COVERS) ?? [])].map((one) => {
    const box = one.getBoundingClientRect();
    return {
      left: box.left - at.left - NEAR,
      right: box.right - at.left + NEAR,
      top: box.top - at.top - NEAR,
      bottom: box.bottom - at.top + NEAR,
    };
  });
  const below = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    seen.flatMap(([x, y]) =>
      covers.filter((one) =>
        x + dx > one.left && x + dx < one.right && y + dy > one.top && y + dy < one.bottom
      )
        .map((cover) => ({ x, y, cover }))
    );
  const ways = below(0, 0).flatMap(({ x, y, cover }) => /** @type {[number, number][]} */ ([
    [cover.left - x, 0],
    [cover.right - x, 0],
    [0, cover.top - y],
    [0, cover.bottom - y],
  ])).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  const good = ways.find(([dx, dy]) =>
    seen.every(([x, y]) =>
      x + dx >= NEAR && y + dy >= NEAR && x + dx <= wide - NEAR && y + dy <= high - NEAR
    ) && !below(dx, dy).length
  );
  if (good) sheet.pan(...good);
}
