/** Units that are dragged over a board: taken up, shown where they can go and at what price, and dropped there. */

/**
 * @param {{
 *   hand: ReturnType<typeof import("./hand.js").handOn>,
 *   tips: () => ReturnType<typeof import("./target-tips.js").targetTips>,
 *   may: (place: string, touch: boolean) => boolean,
 *   take: (place: string) => void,
 *   go: (place: string) => Promise<boolean>,
 *   stay: (place: string) => void,
 * }} board `may`: whether somebody can be taken up at a place; `take`: do it; `go`: all that is held goes to a lit
 *   place, whether it has gone; `stay`: nothing went, what is held stays held where it was
 */
export function carriedUnits({ hand, tips, may, take, go, stay }) {
  let from = "";

  /** What is held goes to where it was dropped, as soon as it is known where it can go. @param {string} place */
  async function dropOn(place) {
    await hand.ready();
    if (hand.lit().includes(place)) return await go(place);
    tips().explain(place);
    return false;
  }

  return {
    /** The place from which units are being dragged. */
    from: () => from,
    dropOn,
    /** @type {import("../../board/carrying.js").Carry} */
    carry: {
      may,
      begin(place) {
        from = place;
        take(place);
      },
      over: (place) => tips().hover(place === from ? null : place),
      async drop(place) {
        const start = from;
        const gone = place !== null && place !== start && await dropOn(place);
        from = "";
        if (gone) return;
        if (!place || place === start) tips().hover(null);
        stay(start);
      },
    },
  };
}
