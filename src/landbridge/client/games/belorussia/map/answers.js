/**
 * What is asked of a side in the other's turn, and after a combat: each in one card that says what it means, with
 * counters to choose and hexes lit on the map.
 */

import { counter } from "../../../board/counter.js";
import { oddsOf } from "../../../match/deciding/forecast.js";
import { nameIn, openWords } from "../../../match/deciding/slots.js";
import { h } from "../../../shell/dom.js";
import { asPrinted, capital, percent, plural } from "../../../shell/words.js";

/** @typedef {import("../../../match/types.d.ts").Scene} Scene */
/** @typedef {import("../../../match/types.d.ts").Board} Board */
/** @typedef {import("../../../board/types.d.ts").Unit} Unit */
/** @typedef {import("../../../api.d.ts").Offer} Offer */
/** @typedef {(id: string) => Unit | null} UnitOf */

/** Between the counters of a stack that is said as one word. */
const TOGETHER = "+";
/** One unit answers. */
const ONE = [
  ...["lead", "forfeit", "sacrifice", "suffer", "starve", "eliminate"],
  ...["send", "abort", "intercept", "release", "breakout"],
];
/** Several may answer, and all of them do unless some are taken out. @type {{ [verb: string]: string }} */
const SEVERAL = { advance: "Advance with", exploit: "Exploit with", eat: "Feed" };

/** What each answer means, in a player's words. @type {{ [verb: string]: string }} */
export const MEANS = {
  defend:
    "Paid for, your units fight at full strength; unpaid, at half. The supply is spent even if they are beaten. " +
    "Who never pays, as partisans, fights on at full strength.",
  lead:
    "Its action rating against theirs is added to the Surprise roll and to the combat roll: mostly the best.",
  stand:
    "Each option is a step lost or a hex of retreat. Who stands keeps the hex; who retreats keeps his steps, " +
    "and may be disorganised.",
  forfeit: "The unit whose action rating was used loses the first step; after that you choose.",
  suffer:
    "The barrage was theirs, the choice is yours: a unit with more steps goes on with the rest of them.",
  starve: "Attrition of a stack that is Out of Supply: its owner says whose step is lost.",
  breakout:
    "It leaves the map and is back some turns later, or never; whoever stays is Out of Supply until there is trace.",
  sacrifice: "Disorganised units that go into an enemy zone lose steps on the way.",
  retreat: "Choose who goes, then one of the lit hexes; beside it stands what the way costs, and how many " +
    "RE would stand there if that is too much. All that fought go back.",
  advance: "Into the empty hex; who stays behind holds the old one. The enemy sees who advances.",
  eat:
    "A token feeds up to 2 RE. Who has neither trace nor food is Out of Supply: no ZOC, half its strength, and it " +
    "rolls for attrition now and in every Supply Phase until it has trace again.",
  exploit: "They may move and attack again in the Exploitation Phase.",
  abort: "Who breaks off is Inactive at its base until it is refitted; one plane must stay.",
  send: "It alone fights in this round; both may have to go home.",
  intercept: "One fighter against the whole mission, before flak; if it loses it goes home Inactive.",
  release:
    "A released Reserve acts now, and its marker is gone: it moves in a Movement Segment, fires in a Barrage " +
    "Segment, attacks in a Combat Segment.",
  eliminate: "More than 10 RE may not stay in a hex: whoever you name is destroyed, until the rest may stay.",
  relocate: "What was not captured goes to a hex near by.",
};

/** @param {import("../../../api.d.ts").Slot} slot @param {string} word */
const choiceOf = (slot, word) =>
  slot.choices.flatMap((one) => (typeof one !== "string" && one.word === word ? one : []))[0];

/** How much of a hex units take up, in RE. @param {import("../../../api.d.ts").Slot} slot @param {string[]} units */
const sizeOf = (slot, units) =>
  units.reduce((sum, id) => {
    const [over, under = "1"] = (choiceOf(slot, id)?.cost ?? "0").replace(" RE", "").split("/");
    return sum + Number(over) / Number(under);
  }, 0);

/** How much may stay in the hex that is asked about, in RE. @param {import("../../../api.d.ts").Slot} slot */
const roomOf = ({ prompt }) => Number(/at most (\d+) RE/.exec(prompt)?.[1] ?? Infinity);

/**
 * Who does not answer at first: whom a coach would not have, or whoever finds no room any more.
 * @param {import("../../../api.d.ts").Slot} slot
 * @param {string[]} all
 * @param {string[] | null} wanted
 */
function leftOut(slot, all, wanted) {
  if (wanted) return all.filter((id) => !wanted.includes(id));
  /** @type {string[]} */
  const going = [];
  for (const id of all) if (sizeOf(slot, [...going, id]) <= roomOf(slot)) going.push(id);
  return all.filter((id) => !going.includes(id));
}

/** Who should answer, where a coach would have it so. @param {Scene} scene @param {string} verb */
const wantedBy = ({ lights, match }, verb) =>
  lights.words.size || lights.verbs.size
    ? match.coach?.step?.lit.find((words) => words[0] === verb && words.length > 1)?.slice(1) ?? null
    : null;

/**
 * Controls for the answers.
 * @param {() => UnitOf | undefined} units how a unit is drawn, once the map is there
 * @returns {NonNullable<Board["controls"]>}
 */
export function answers(units) {
  /** Who was taken out of an answer by several, by position. @type {{ name: string, out: Set<string> }} */
  let left = { name: "", out: new Set() };

  /** @param {string} id @param {string} label @param {object} more */
  const chip = (id, label, more) => {
    const shown = units()?.(id);
    return h(
      "button",
      { type: "button", class: "answer-unit", "data-word": id, ...more },
      shown && counter(shown, 40),
      h("span", { text: label }),
    );
  };

  /** @param {Offer} offer @param {Scene} scene @param {string} who */
  const one = (offer, scene, who) => {
    const [slot] = offer.slots;
    if (!scene.live || offer.slots.length > 1 || !openWords(slot).length) return null;
    // Where it is one thing among others it says what it is; else the question above it does.
    const others = scene.match.decisions.find((decision) => decision.who === who)?.offers.length ?? 0;
    return card(
      offer,
      others > 2 && h("h3", { text: offer.label }),
      h(
        "div",
        { class: "answer-units", role: "group", "aria-label": offer.label },
        openWords(slot).map((id, at) =>
          chip(id, nameIn(slot, id), {
            "data-verb": at ? null : offer.verb,
            onclick: () => scene.act([offer.verb, id], who),
          })
        ),
      ),
    );
  };

  /** @param {Offer} offer @param {Scene} scene @param {string} who */
  const several = (offer, scene, who) => {
    const [slot] = offer.slots;
    const all = openWords(slot);
    if (!scene.live || !all.length) return null;
    const name = `${scene.match.id} ${scene.match.version} ${offer.verb}`;
    const wanted = wantedBy(scene, offer.verb);
    if (left.name !== name) left = { name, out: new Set(leftOut(slot, all, wanted)) };
    const { out } = left;
    const crowd = h("p", { class: "small refused-plan crowded", role: "status" });
    const go = h("button", { type: "button", class: "btn go", "data-verb": offer.verb, "data-confirm": "" });
    const renew = () => {
      const going = all.filter((id) => !out.has(id));
      go.textContent = `${SEVERAL[offer.verb]} ${plural(going.length, "unit")}`;
      go.disabled = !going.length;
      const [sum, room] = [sizeOf(slot, going), roomOf(slot)];
      crowd.textContent = sum > room
        ? asPrinted(`${sum} RE, and ${room} is the most: what is too much when the phase ends is eliminated.`)
        : "";
      go.toggleAttribute("data-guided", wanted !== null && String(going) === String(wanted));
      go.onclick = () => scene.act([offer.verb, ...going], who);
    };
    renew();
    return card(
      offer,
      h(
        "div",
        { class: "answer-units", role: "group", "aria-label": offer.label },
        all.map((id) => {
          const size = (choiceOf(slot, id)?.cost ?? "").replace(" ", "\u00a0");
          const made = chip(id, asPrinted([nameIn(slot, id), size].filter(Boolean).join(" · ")), {
            "aria-pressed": String(!out.has(id)),
            "data-toggle": "",
          });
          made.addEventListener("click", () => {
            if (!out.delete(id)) out.add(id);
            made.setAttribute("aria-pressed", String(!out.has(id)));
            renew();
          });
          return made;
        }),
      ),
      crowd,
      go,
    );
  };

  /** @param {Offer} offer @param {Scene} scene @param {string} who */
  const supply = (offer, scene, who) => {
    const [slot] = offer.slots;
    if (!scene.live) return null;
    return card(
      offer,
      h(
        "div",
        { class: "answer-choices" },
        slot.choices.map((choice, at) => {
          const { word, label, cost } = typeof choice === "string"
            ? { word: choice, label: choice, cost: "" }
            : choice;
          return h(
            "button",
            {
              type: "button",
              class: at ? "btn" : "btn go",
              "data-word": word,
              "data-verb": at ? null : offer.verb,
              onclick: () => scene.act([offer.verb, word], who),
            },
            h("b", { text: `Defend ${label ?? word}` }),
            cost && h("span", { class: "small", text: ` for ${cost}` }),
            chancesOf(scene, who, [offer.verb, word]),
          );
        }),
      ),
    );
  };

  /** @param {Offer} offer @param {Scene} scene @param {string} who */
  const concede = (offer, scene, who) => {
    const [slot] = offer.slots;
    const most = slot.high ?? 0;
    if (!scene.live || !most) return null;
    return card(
      offer,
      h(
        "div",
        { class: "answer-choices" },
        Array.from({ length: most }, (_, at) => at + 1).map((hexes) =>
          h("button", {
            type: "button",
            class: "btn",
            "data-word": hexes,
            "data-verb": hexes > 1 ? null : offer.verb,
            text: `Retreat ${hexes === 1 ? "1 hex" : `${hexes} hexes`}${
              most > hexes ? `, and lose ${plural(most - hexes, "step")}` : ""
            }`,
            onclick: () => scene.act([offer.verb, String(hexes)], who),
          })
        ),
      ),
    );
  };

  /** @param {Offer} offer @param {Scene} scene @param {string} who */
  const retreat = (offer, scene, who) => {
    const [slot] = offer.slots;
    const groups = openWords(slot);
    if (!scene.live || !groups.length) return null;
    const chosen = scene.form?.verb === offer.verb && scene.form.who === who ? scene.form.said[0] : "";
    return card(
      offer,
      h(
        "div",
        { class: "answer-units", role: "group", "aria-label": "Who retreats" },
        groups.map((word, at) =>
          h(
            "button",
            {
              type: "button",
              class: "answer-unit",
              "data-word": word,
              "data-verb": at ? null : offer.verb,
              "aria-pressed": String(word === chosen),
              onclick: () => void scene.open(offer.verb, [word]),
            },
            word.split(TOGETHER).map((id) => {
              const shown = units()?.(id);
              return shown && counter(shown, 40);
            }),
            h("span", { text: capital(nameIn(slot, word)) }),
          )
        ),
      ),
    );
  };

  return {
    ...Object.fromEntries(ONE.map((verb) => [verb, one])),
    ...Object.fromEntries(Object.keys(SEVERAL).map((verb) => [verb, several])),
    defend: supply,
    concede,
    retreat,
  };
}

/**
 * The exact odds of an answer in a line, once they are worked out.
 * @param {Scene} scene
 * @param {string} who
 * @param {string[]} words
 */
function chancesOf(scene, who, words) {
  const line = h("span", { class: "small answer-odds" });
  oddsOf(scene, who, [words]).then((found) => {
    if (!found) return;
    const chances = found.also.filter(({ share }) => share > 0).slice(0, 3);
    line.textContent = ` ${
      [
        `${found.title.replace(/ at .*/, "")} by what you see`,
        ...chances.map(({ result, share }) => `${result} ${percent(share)}`),
      ].join(", ")
    }`;
    line.title = found.notes.join(" ");
  }).catch(() => {});
  return line;
}

/** @param {Offer} offer @param {...import("../../../shell/dom.js").Child} inside */
const card = (offer, ...inside) => h("div", { class: `offer own-control answer ${offer.verb}` }, inside);

/** The hex that a decision is about, where it names one. @param {Scene | null} scene */
export const hexAsked = (scene) =>
  scene?.live ? /\b[A-Z]\d+\.\d+\b/.exec(scene.match.decisions[0]?.prompt ?? "")?.[0] ?? "" : "";

/**
 * What is asked for at once, so that the map lights it: who retreats, where that leaves no doubt.
 * @param {Scene} scene
 */
function askedAtOnce(scene) {
  if (!scene.live || scene.form || scene.match.role === "referee") return null;
  const offers = scene.match.decisions.flatMap((decision) => decision.offers);
  const retreat = offers.find((offer) => offer.verb === "retreat");
  const [group] = openWords(retreat?.slots[0]);
  return group ? { verb: "retreat", said: [group] } : null;
}

/**
 * The hex that is asked about is brought into sight, and what the map can light is opened by itself, once.
 * @param {{ scene: () => Scene | null, isHex: (word: string) => boolean, bring: (hex: string) => void }} map
 */
export function askedFirst({ scene, isHex, bring }) {
  /** The hex that was last asked about, and the position for which something was opened. */
  let [lookedAt, opened] = ["", ""];
  const position = () => `${scene()?.match.id} ${scene()?.match.version}`;
  return () => {
    const [now, at] = [scene(), position()];
    const about = hexAsked(now);
    if (about && about !== lookedAt && isHex(about)) bring(about);
    lookedAt = about;
    const asked = now && at !== opened ? askedAtOnce(now) : null;
    if (!asked) return;
    opened = at;
    setTimeout(() => {
      const then = scene();
      if (then && !then.form && position() === at) then.open(asked.verb, asked.said, true);
    });
  };
}
