// What the map and the drafts of Orsha are made of, for the checker only; see games/orsha/campaign.

import type { Violation } from "../../api.d.ts";

export type OrshaSide = "german" | "russian";

export interface PrintedHex {
  id: string;
  x: number;
  y: number;
  terrain: string;
  level?: number;
  features?: string[];
  lvp?: number;
  note?: string;
}

export interface PrintedSide {
  a: string;
  b: string;
  features: string[];
  lower?: string;
}

export interface PrintedMap {
  pointy: boolean;
  hexes: PrintedHex[];
  sides: PrintedSide[];
}

export interface PurchaseWay {
  entry: "" | "onboard" | "offboard" | "retained";
  cpp: number;
  why: string;
  closed: string;
  rules: string[];
}

export interface ShopRow {
  id: string;
  type: string;
  kind: string;
  units: string;
  notes: string[];
  extras: string[];
  ways: PurchaseWay[];
  planned: number;
  today: number;
  date_max: number;
  ever: number;
  cg_max: number;
  given: number;
  refused: Violation | null;
  cites: string[];
}

export interface Shop {
  side: OrshaSide;
  date: string;
  cpp: number;
  spent: number;
  left: number;
  rows: ShopRow[];
  plan: { text: string; cpp: number; why: string }[];
  notes: { letter: string; text: string; rules: string[] }[];
  source: import("../../shell/types.d.ts").Source;
}

export interface Link {
  hexes: string[];
  edge: boolean;
  /** The first hex of the other grain that joins the two markers. */
  other: string;
}

export interface Loop {
  kind: string;
  text: string;
  markers: string[];
  links: Link[];
}

export interface Perimeter {
  loops: Loop[];
  area: string[];
  pockets: string[][];
  proof: "proved" | "best_found" | "proposed" | "illegal" | "unread" | "drawn";
  larger: number;
  violations: Violation[];
  problem: string;
}

export interface Ground {
  areas: { [side: string]: string[] };
  fronts: { [side: string]: string[] };
  no_mans_land: string[];
  isolated: { hexes: string[]; type: string; holder: string }[];
  lines: { [side: string]: Perimeter };
  draft: Perimeter | null;
  drawing: boolean;
}

export interface FormRow {
  what: string;
  name: string;
  ended: string;
  states: string;
  becomes: string;
  more: string;
  note: string;
}

export interface RowRead {
  number: number;
  row: FormRow;
  do: string;
  later: boolean;
  problem: string;
  rules: string[];
  legal: string;
  /** Whether it only repeats how things stand. */
  known: boolean;
}

export interface FormRead {
  rows: RowRead[];
  problem: string;
  missing: Violation[];
  /** Counters that the battle made and that are not on the roster yet. */
  made: { id: string; name: string; kind: string }[];
}

export interface Drafts {
  date: string;
  steps: { number: string; title: string; done: string; known: boolean; rules: string[] }[];
  shops: { [side: string]: Shop };
  works: { [side: string]: { fpp: number; spent: number } };
  templates: { [side: string]: string };
  counters: { [name: string]: { [value: string]: number | string } };
  ground: Ground;
  form: FormRead | null;
  /** Where the piece that was asked for may be set up. */
  placing: Placing | null;
  /** How each piece of a side that sets up comes: onboard, offboard, retained, or never on the map. */
  coming: { [side: string]: { [piece: string]: string } };
}

export interface Placing {
  what: string;
  hexes: string[];
  /** Whether it may stay off the map. */
  away: boolean;
  problem: string;
  rules: string[];
}

export interface Piece {
  id: string;
  side: OrshaSide;
  kind: string;
  name: string;
  cvp?: number;
  remarks?: string[];
  history?: string[];
  standing?: string;
  hex?: string;
  cover?: string;
  states?: string[];
  area?: string;
}

export interface Book {
  cpp: number;
  san: number;
  phase: string;
  plan: object[];
  lines: { [line: string]: string };
  entry: { [line: string]: string };
  kept_back: string[];
  pending: string[];
  pieces: { [id: string]: Piece };
  roster: { date: string; start: number; purchased: string[]; spent: number; left: number; recon: number }[];
  report: { [id: string]: { standing: string; hex?: string; states?: string[]; name?: string } };
  appeared: { [id: string]: { parent: string; kind: string; name: string } };
  sealed: string[];
}

/** The campaign as a role sees it. */
export interface Campaign {
  agenda: { type: string; left?: string[]; waiting?: string[]; [name: string]: any }[];
  date: string;
  german: Book;
  russian: Book;
  elr: { [side: string]: number };
  san: { [side: string]: number };
  control: { [hex: string]: OrshaSide };
  marks: { [hex: string]: string[] };
  proposals: { [side: string]: string[] };
  sightings: {
    [id: string]: {
      side: OrshaSide;
      kind: string;
      name: string;
      hex: string;
      standing: string;
      date: string;
    };
  };
  weather: string;
  ec: string;
  wind: string;
  scores: {
    date: string;
    points: number;
    lvp: number;
    cvp: number;
    evp: number;
    winner: string;
    counted: number;
    needed: number;
  }[];
}
