/** Something that is carried over a map by mouse or finger, from a place to another or to none. */

/** @typedef {{ id: string, x: number, y: number }} Place */
/**
 * @typedef {{
 *   may: (place: string, touch: boolean) => boolean,
 *   begin: (place: string) => void,
 *   over: (place: string | null) => void,
 *   drop: (place: string | null) => void,
 * }} Carry what a game makes of it
 */

/**
 * @template {Place} P
 * @param {{
 *   placeAt: (x: number, y: number) => P | null | undefined,
 *   look: (place: P | null, tell: ((id: string | null) => void) | undefined) => void,
 *   moved: (carried: { from: P, x: number, y: number } | null) => void,
 * }} map `look`: tells which place lies under the finger when it is another; `moved`: where it is now
 * @param {Carry} [carry]
 */
export function carrying({ placeAt, look, moved }, carry) {
  /** Where the finger was put down. @type {P | null} */
  let grabbed = null;
  let begun = false;
  return {
    /** @param {number} x @param {number} y @param {PointerEvent} event */
    grab(x, y, event) {
      grabbed = placeAt(x, y) ?? null;
      begun = false;
      return Boolean(grabbed && carry?.may(grabbed.id, event.pointerType === "touch"));
    },
    /** @param {number} x @param {number} y */
    drag(x, y) {
      if (!grabbed) return;
      if (!begun) carry?.begin(grabbed.id);
      begun = true;
      look(placeAt(x, y) ?? null, carry?.over);
      moved({ from: grabbed, x, y });
    },
    /** @param {number} x @param {number} y @param {PointerEvent | null} event */
    drop(x, y, event) {
      moved(null);
      if (begun) carry?.drop((event && placeAt(x, y)?.id) ?? null);
      begun = false;
    },
  };
}
