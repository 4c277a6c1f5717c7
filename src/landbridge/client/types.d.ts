// What the server's API gives, for the type checker only; see docs/server.md.

export type Source = "booklet" | "series" | "reconstruction" | "house";
export type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

export interface Game {
  name: string;
  title: string;
  prefix: string;
  playable: boolean;
  rows: number;
  questions: number;
  tables: number;
  turns: string[];
}

export interface Shape {
  kind: "words" | "date" | "flag" | "number" | "text" | "list";
  words?: (string | number | boolean)[];
  low?: number;
  high?: number;
  of?: Shape;
}

export interface Field {
  name: string;
  text: string;
  allowed: string;
  required: boolean;
  default: Plain;
  shape: Shape;
  roll: string;
  ruling: string;
}

export interface Example {
  given: { [name: string]: Plain };
  note: string;
}

export interface Question {
  name: string;
  game: string;
  chapter: string;
  title: string;
  text: string;
  rows: string[];
  inputs: Field[];
  examples: Example[];
}

export interface Chance {
  result: Plain;
  chance: string;
  share: number;
}

export interface Modifier {
  value: number | string;
  reason: string;
  rules: string[];
}

export interface Roll {
  dice: string;
  purpose: string;
  faces: number[];
  total: number;
  rules: string[];
  table: string;
  column: string;
  modifiers: { total: number | string; modifiers: Modifier[] };
  row: string;
  cell: Plain;
}

export interface Citation {
  id: string;
  title: string;
  source: Source;
}

export interface Answer {
  question: string;
  inputs: { [name: string]: Plain };
  result: Plain;
  odds: Chance[] | null;
  rules: string[];
  why: { text: string; rules: string[] }[];
  rolls: Roll[];
  notes: string[];
  citations: Citation[];
}

export interface Row {
  id: string;
  title: string;
  text: string;
  where: string;
  certainty: "clear" | "damaged" | "depends" | "contradictory" | "missing";
  kind: "rule" | "datum";
  source: Source;
  note: string;
}

export interface FoundRow {
  game: string;
  row: Row;
  cases: number;
  rulings: number;
}

export interface Ruling {
  id: string;
  title: string;
  question: string;
  rows: string[];
  switch: string;
  default: string;
  source: Source;
  certainty: string;
  options: { [name: string]: { text: string; figures: { [name: string]: Plain } } };
}

export interface Case {
  ask: string;
  given: { [name: string]: Plain };
  expect: Plain;
  odds: Plain;
  refused: string;
  note: string;
  where: string;
}

export interface RulePage {
  id: string;
  game: string;
  row: Row | null;
  rulings: Ruling[];
  cases: Case[];
  code: string[];
  questions: string[];
  tables: string[];
}

export interface TableHead {
  name: string;
  game: string;
  chapter: string;
  title: string;
  kind: "dice" | "chart";
  source: Source;
  dice: string;
}

export interface Cell {
  value: Plain;
  label: string;
  rules: string[];
}

export interface Column {
  name: string;
  automatic: boolean;
  cells: Cell[];
  rules: string[];
  odds: Chance[];
}

export interface Sheet extends TableHead {
  note: string;
  dice_words: string;
  modifiers: [number, number];
  shift: number;
  rows: string[];
  columns: Column[];
  citations: Citation[];
}

/** Inputs as they stand in a form or in an address. */
export type Given = { [name: string]: string | string[] };

export interface Route {
  tab: "ask" | "charts" | "rules";
  name: string;
  given: Given;
}
