// The war in the East on points and lines, with a few invented stacks.
import { pointsBoard } from "/board/points/board.js";

import { learnColours } from "/shell/sides.js";

learnColours({ soviet: "soviet", axis: "axis" });
const map = { ...await (await fetch("/demo/points.json")).json(), sides: ["soviet", "axis"] };
const corps = (id, at, number, strength, symbol = "infantry") => ({
  id,
  at,
  side: "axis",
  symbol,
  number,
  size: "XXX",
  strength,
  category: symbol === "armor" ? "armor" : "other",
});
const army = (id, at, number) => ({
  id,
  at,
  side: "soviet",
  symbol: "infantry",
  number,
  size: "XXXX",
  strength: 1,
});
const units = [
  army("a16", "MOS", "16"),
  army("a33", "MOS", "33"),
  army("a50", "TUL", "50"),
  army("a30", "KLN", "30"),
  army("a38", "KHA", "38"),
  army("a9", "RST", "9"),
  army("a23", "LEN", "23"),
  army("bsf", "ODE", "BSF"),
  corps("x46", "VYA", "XLVI", 2, "armor"),
  corps("x24", "ORL", "XXIV", 2, "armor"),
  corps("x48", "POT", "XLVIII", 2, "armor"),
  corps("x14", "MEL", "XIV", 2, "armor"),
  corps("x9", "SMO", "IX", 1),
  corps("x1", "NOV", "I", 1),
  corps("x3", "ZAP", "III", 2, "armor"),
];
const picked = [];
const board = pointsBoard({
  map,
  label: "The war in the East",
  mine: "soviet",
  pick(point) {
    picked.push(point);
  },
});
document.getElementById("main").append(board.box);
board.set({
  units,
  journeys: [["KHA", "KUP", "LIS", "VOR", "MIC", "RYA", "PEN", "SYZ", "KUI"]],
  legal: ["KUP", "LOZ", "KUR"],
});
Object.assign(window, { board, units, picked });
