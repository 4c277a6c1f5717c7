/** Values as a player says them: words, dates, figures, fractions. */

import { knownSides } from "./sides.js";

/** @typedef {import("./types.d.ts").Plain} Plain */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * A date as players write it: 8 Oct 43.
 * @param {string} iso
 */
export function shortDate(iso) {
  const [year, month, day] = iso.split("-").map(Number);
  return `${day} ${MONTHS[month - 1]} ${String(year).slice(2)}`;
}

/**
 * The month of a date: Oct 43.
 * @param {string} iso
 */
export const monthOf = (iso) => shortDate(iso).replace(/^\d+ /, "");

/** Whether a text is a drawing. @param {unknown} value @returns {value is string} */
export const isPicture = (value) => typeof value === "string" && value.startsWith("<svg");

/** @param {unknown} value */
export const isDate = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** Short forms that players write in capitals. */
const CAPITALS = /\b(aa|ag|ar|dg|drm|hq|ma|mp|oba|re|sp|vp|zoc)\b/g;

/**
 * A name in a line of text: "attacker_ar" is "attacker AR".
 * @param {string} name
 */
export function said(name) {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return name.replace(/^<=/, "≤").replace(/^>=/, "≥");
  return name.replaceAll("_", " ").replace(CAPITALS, (word) => word.toUpperCase());
}

/**
 * A name as a heading: "deep_freeze" is "Deep freeze"; what is no name stays as it is.
 * @param {string} name
 */
export const heading = (name) => (/^[a-z][a-z0-9_]*$/.test(name) ? capital(said(name)) : said(name));

/**
 * A column by its name; a bare number needs the word.
 * @param {string} name
 */
export const columnName = (name) => (/^-?\d+$/.test(name) ? `column ${name}` : heading(name));

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * A sentence of the referee in which the words of the API stand as a player says them.
 * @param {string} text
 */
export const prose = (text) => text.replace(/\b[a-z]+(_[a-z]+)+\b/g, (word) => word.replaceAll("_", " "));

export const LONG_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A month as players say it: "1941-06" is "June 1941". @param {string} month */
export function monthName(month) {
  const [year, number] = month.split("-").map(Number);
  return `${LONG_MONTHS[number - 1]} ${year}`;
}

/** A word with a capital where it names a side. @param {string} word */
const side = (word) => (knownSides().includes(word) ? capital(word) : word);

/**
 * A sentence of a game for people: months by name, sides with a capital, fractions that stand by themselves as printed.
 * @param {string} text
 */
export const sentence = (text) =>
  capital(
    text.replace(/\b19\d\d-\d\d\b(?!-)/g, monthName).replace(/\b[a-z]+\b/g, side).replace(
      /(?<![\w-])(2[34])(am|pm)(?![\w-])/g,
      (_, day, half) => `${day} ${half.toUpperCase()}`,
    ).replace(/(?<![\w./-])(?:\d+ )?\d+\/\d+(?!\w|[./-]\w)/g, asPrinted),
  );

/**
 * One value in words.
 * @param {Plain} value
 * @returns {string}
 */
export function inWords(value) {
  if (value === null || value === undefined) return "none";
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (typeof value === "number") return signed(value, false);
  if (value === "-") return "–";
  if (isPicture(value)) return "a picture";
  if (typeof value === "string") return isDate(value) ? shortDate(value) : heading(value);
  if (Array.isArray(value)) return value.length ? value.map(inWords).join(", ") : "none";
  return Object.entries(value).map(([name, part]) => named(name, part)).join(", ");
}

/**
 * A field of a result in a short line: words speak for themselves, figures need their name.
 * @param {string} name
 * @param {Plain} value
 */
function named(name, value) {
  if (typeof value === "boolean") return value ? said(name) : `not ${said(name)}`;
  if (typeof value === "string" && !/^[\d−+-]/.test(value)) return inWords(value);
  return `${said(name)} ${inWords(value)}`;
}

/** @param {Plain} value @returns {value is { [name: string]: Plain }} */
export const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether there is nothing to show. @param {Plain} value */
export const isNothing = (value) => value === null || value === "" || (Array.isArray(value) && !value.length);

/**
 * Results as short lines that differ from each other. The word that heads a result stands alone where
 * it can; otherwise what is zero, no or nothing is left out, unless that would make two alike.
 * @param {Plain[]} results
 */
export function labels(results) {
  const differ = (/** @type {string[]} */ texts) => new Set(texts).size === texts.length;
  const heads = results.map(headWord);
  if (heads.every(Boolean) && differ(heads)) return heads.map(inWords);
  const short = results.map((result) => {
    if (!isRecord(result)) return inWords(result);
    const known = Object.entries(result).filter(([, part]) => part && part !== "0" && !isNothing(part));
    return capital(known.length ? inWords(Object.fromEntries(known)) : "nothing");
  });
  return differ(short) ? short : results.map(inWords);
}

/** The word that a result begins with, if it is one. @param {Plain} result */
export function headWord(result) {
  const first = isRecord(result) ? Object.values(result)[0] : "";
  return typeof first === "string" ? first : "";
}

/**
 * A figure with a real minus sign.
 * @param {number | string} value
 * @param {boolean} [plus]
 */
export function signed(value, plus = true) {
  const text = String(value);
  if (text.startsWith("-")) return `−${text.slice(1)}`;
  return plus && text !== "0" ? `+${text}` : text;
}

/**
 * A printed range: "..3" is "3 or less".
 * @param {string} label
 */
export function range(label) {
  if (label === "..") return "always";
  if (label.startsWith("..")) return `${signed(label.slice(2), false)} or less`;
  if (label.endsWith("..")) return `${signed(label.slice(0, -2), false)} or more`;
  const ends = /^(-?\d+)(?:-|\.\.)(-?\d+)$/.exec(label);
  if (ends) {
    return label.startsWith("-")
      ? `${signed(ends[1], false)} to ${signed(ends[2], false)}`
      : `${ends[1]}-${ends[2]}`;
  }
  return /^-\d+$/.test(label) ? signed(label, false) : label;
}

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// Fractions, exactly

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/** @param {string} text @returns {[bigint, bigint]} */
function fraction(text) {
  const [over, under] = text.split("/");
  return [BigInt(over), BigInt(under ?? 1)];
}

const PARTS = /** @type {{ [part: string]: string }} */ ({
  "1/2": "½",
  "1/3": "⅓",
  "2/3": "⅔",
  "1/4": "¼",
  "3/4": "¾",
  "1/6": "⅙",
  "5/6": "⅚",
});

/** A fraction as it is printed on a chart: 3/2 is 1½, 3 1/2 is 3½; words around it stay. @param {string} text */
export const asPrinted = (text) =>
  text.replace(/(?:(\d+) )?(\d+)\/(\d+)/g, (whole, before, over, under) => {
    const [count, part] = [Math.floor(over / under), `${over % under}/${under}`];
    return PARTS[part] && !(before && count) ? `${before ?? ""}${count || ""}${PARTS[part]}` : whole;
  });

/**
 * The smallest number of equal ways that these chances can all be counted in.
 * @param {string[]} chances
 */
export function commonWays(chances) {
  return chances.map((text) => fraction(text)[1]).reduce((a, b) => (a / gcd(a, b)) * b, 1n);
}

/**
 * A chance in so many ways, if it fits: 1/6 in 36 is 6/36.
 * @param {string} chance
 * @param {bigint} ways
 */
export function outOf(chance, ways) {
  const [over, under] = fraction(chance);
  return ways % under === 0n && ways <= 36n ? `${over * (ways / under)}/${ways}` : chance;
}

/**
 * A percentage with one decimal; what is not quite nothing or all does not look like it.
 * @param {number} share
 */
export function percent(share) {
  if (share > 0 && share < 0.0005) return "<0.1%";
  if (share < 1 && share > 0.9995) return ">99.9%";
  return `${(100 * share).toFixed(1)}%`;
}

/**
 * The average of figures with these chances, to two decimals; nothing if they are no figures.
 * @param {import("../api.d.ts").Chances[]} chances
 */
export function average(chances) {
  if (!chances.every((item) => typeof item.result === "number")) return "";
  const ways = commonWays(chances.map((item) => item.chance));
  const sum = chances.reduce((total, item) => {
    const [over, under] = fraction(item.chance);
    return total + BigInt(/** @type {number} */ (item.result)) * over * (ways / under);
  }, 0n);
  return signed((Number(sum) / Number(ways)).toFixed(2).replace(/\.?0+$/, ""), false);
}

/** A refusal and what would be legal, without the rules, which stand beside it. @param {string} text */
export function plainly(text) {
  const [reason, ...legal] = text.replace(/ ?\[[^\]]*\]\.?$/, "").split("; ");
  return legal.length ? `${reason}. Legal: ${legal.join("; ")}.` : `${reason}.`;
}

/** An action in as many words as one hears out. @param {string} text */
export const brief = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
