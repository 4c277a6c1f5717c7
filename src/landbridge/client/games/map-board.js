/** What boards with a map of their own share: the atlas is fetched once, the map made once and found again. */

import { atlas } from "../shell/api.js";
import { fill } from "../shell/dom.js";

/** @typedef {import("../match/types.d.ts").Scene} Scene */
/** @typedef {import("../match/types.d.ts").Board} Board */

/**
 * A map as its board handles it.
 * @typedef {{
 *   box: HTMLElement,
 *   draw: (scene: Scene, board: any) => void,
 *   shows: (word: string) => boolean,
 *   takes?: (word: string) => boolean,
 *   find: (words: string[]) => boolean,
 *   back: () => boolean,
 *   close: () => void,
 * }} GameMap
 */

/**
 * @template {GameMap} M
 * @template A
 * @param {string} game whose atlas it is
 * @param {(atlas: A, scene: Scene) => M} make
 * @param {(packed: any) => A} [unpack] how the atlas is read that comes over the wire
 */
export function mapBoard(game, make, unpack = (packed) => packed) {
  /** The map that never changes. @type {A | null} */
  let known = null;
  /** @type {WeakMap<HTMLElement, M>} */
  const maps = new WeakMap();
  /** Where the map is drawn. @type {HTMLElement | null} */
  let mapPlace = null;
  return {
    /** The atlas; null before it has come. */
    known: () => known,
    /** The map that is shown. */
    map: () => (mapPlace ? maps.get(mapPlace) : undefined),
    /** @type {Pick<Board, "ready" | "main" | "shows" | "takes" | "find" | "back" | "close">} */
    parts: {
      async ready() {
        known ??= unpack(await atlas(game));
      },
      main(place, scene) {
        if (!scene.board || !known) return;
        const drawn = maps.get(place) ?? make(known, scene);
        maps.set(place, drawn);
        mapPlace = place;
        if (drawn.box.parentElement !== place) fill(place, drawn.box);
        drawn.draw(scene, scene.board);
      },
      shows: (place, word) => maps.get(place)?.shows(word) ?? false,
      takes: (place, word) => maps.get(place)?.takes?.(word) ?? false,
      find: (place, words) => maps.get(place)?.find(words) ?? false,
      back: (place) => maps.get(place)?.back() ?? false,
      close(place) {
        maps.get(place)?.close();
        maps.delete(place);
      },
    },
  };
}
