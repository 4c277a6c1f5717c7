/**
 * What changed between two values of plain JSON, applied to the old one. The server finds it, see
 *   `server/updates/deltas.py`.
 */

/**
 * How to make the new value from the old one: it is a `value`, or some of its `fields` changed and some were
 *   `removed`, or some `items` of a list by their ids, or some `entries` by their places, or a part was
 *   replaced.
 * @typedef {{
 *   value?: any, fields?: { [name: string]: Delta }, removed?: string[], items?: [string | number, Delta][],
 *   order?: (string | number)[], entries?: [number, Delta][], splice?: [number, number, any[]],
 * }} Delta
 */

/**
 * The new value. The old one is left as it was, and what did not change is shared with it.
 * @param {Delta | null} delta
 * @param {any} old
 * @returns {any}
 */
export function applyDelta(delta, old) {
  if (!delta) return old;
  if ("value" in delta) return delta.value;
  if (delta.fields || delta.removed) return withFields(delta, old);
  if (delta.items || delta.order) return withItems(delta, old);
  if (delta.entries) {
    const made = [...old];
    for (const [index, one] of delta.entries) made[index] = applyDelta(one, old[index]);
    return made;
  }
  const [start, count, values] = /** @type {[number, number, any[]]} */ (delta.splice);
  return [...old.slice(0, start), ...values, ...old.slice(start + count)];
}

/** @param {Delta} delta @param {{ [name: string]: any }} old */
function withFields({ fields = {}, removed = [] }, old) {
  // A name may be any text, even one that objects have a meaning for.
  const made = new Map(Object.entries(old));
  for (const name of removed) made.delete(name);
  for (const [name, one] of Object.entries(fields)) made.set(name, applyDelta(one, made.get(name)));
  return Object.fromEntries(made);
}

/** @param {Delta} delta @param {{ id: string | number }[]} old */
function withItems({ items = [], order }, old) {
  const made = new Map(old.map((item) => [item.id, item]));
  for (const [id, one] of items) made.set(id, applyDelta(one, made.get(id)));
  return (order ?? old.map((item) => item.id)).map((id) => made.get(id));
}
