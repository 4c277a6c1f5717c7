// What the server's API gives, for the type checker only; see docs/server.md.

/** Which state of a match is meant: a token that is only ever the same as another, or not. */
export type Version = number | string;
export type Source = "booklet" | "series" | "reconstruction" | "house";
/** What can stand inside an element. */
export type Child = Node | string | number | null | undefined | false | Child[];
export type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

export interface Game {
  name: string;
  title: string;
  prefix: string;
  series: string;
  rows: number;
  questions: number;
  tables: number;
  turns: string[];
  roles?: string[];
  scenarios?: { name: string; title: string; text: string }[];
  options?: { name: string; values: string[]; default: string; text: string }[];
  rulings?: Ruling[];
  bots?: string[];
  bot_texts?: { [name: string]: string };
}

export interface Shape {
  kind: "words" | "date" | "flag" | "number" | "text" | "list";
  words?: (string | number | boolean)[];
  low?: number;
  high?: number;
  of?: Shape;
  most?: number;
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
  chapter: string;
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
  concerns: "match" | "questions";
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
  tab:
    | "home"
    | "new"
    | "match"
    | "join"
    | "account"
    | "reset"
    | "report"
    | "moderation"
    | "ask"
    | "charts"
    | "rules";
  name: string;
  given: Given;
}

// Matches

export interface Me {
  mode: "local" | "public";
  user: { id: string; name: string } | null;
  csrf: string;
  registering?: boolean;
  resetting?: boolean;
  moderator?: boolean;
}

export interface Seat {
  kind: "me" | "open" | "bot" | "user";
  name: string;
  /** Until when they are on leave, if they are. */
  away?: string;
}

export interface RunningTime {
  until: string;
  seconds: number;
  reserve: number;
  stopped: boolean;
}

export interface ClockView {
  days: number;
  reserve: number;
  timeout: "claim" | "loses" | "bot";
  bot: string;
  running: { [role: string]: RunningTime };
  late: string[];
}

export interface Outcome {
  reason: string;
  winner: string | null;
  rules: string[];
  score: { [role: string]: number };
  how?: "" | "resigned" | "drawn" | "timed_out" | "abandoned";
}

export interface Summary {
  id: string;
  game: string;
  title: string;
  scenario: string;
  scenario_title?: string;
  name: string;
  seats: { [role: string]: Seat };
  actions: number;
  to_decide: string[];
  over: boolean;
  outcome: Outcome | null;
  updated: string;
  yours: string[];
  version: Version;
  private?: boolean;
  owner?: boolean;
  watching?: boolean;
  clock?: ClockView | null;
}

export interface NewMatch {
  game: string;
  scenario?: string;
  options?: { [name: string]: string };
  seed?: string;
  dice?: DiceFrom;
  mode?: "enforced" | "referee";
  name?: string;
  seats?: { [role: string]: string };
  private?: boolean;
  clock?: { days: number; reserve: number; timeout: string; bot: string };
}

export type DiceFrom = "seeded" | "typed" | "either";

export interface Slot {
  name: string;
  choices: string[];
  low: number | null;
  high: number | null;
  prompt: string;
  optional: boolean;
  examples: string[];
}

export interface Offer {
  verb: string;
  label: string;
  slots: Slot[];
  rules: string[];
  aside: boolean;
}

export interface Violation {
  text: string;
  rules: string[];
  mend: string;
  /** Which row of an action with many rows, from 1 on; 0 for the whole. */
  row: number;
}

export interface Decision {
  who: string;
  prompt: string;
  offers: Offer[];
  rules: string[];
  violations: Violation[];
}

export interface Rollback {
  before: number;
  asked_by: string;
  agreed: string[];
  waiting: string[];
  actions: number;
}

export interface Position extends Summary {
  role: string;
  roles: string[];
  may_act?: boolean;
  view: any;
  board?: any;
  summary: string[];
  decisions: Decision[];
  /** What may be done although nothing is asked. */
  asides: Decision[];
  commitment: string;
  /** One hash for the whole history, or for what lies open of it. */
  head: string;
  /** Whether roles hide something from each other. */
  secrets: boolean;
  seed?: { text: string; salt: string } | null;
  dice: DiceFrom;
  mode: "enforced" | "referee";
  options?: { [name: string]: string };
  undoable: true | string;
  rollback: Rollback | null;
  draw?: { by: string; agreed: string[]; waiting: string[] } | null;
  ways_to_end?: { resign: boolean; draw: boolean | string; claim: string[] };
}

export interface EventView {
  number: number;
  id: string;
  text: string;
  rules: string[];
  rolls: Roll[];
  values: { [name: string]: any };
}

export interface ActionView {
  number: number;
  who: string;
  do: string;
  declared: string[];
  dice?: number[][];
  typed?: boolean;
  /** The referee, where it was the referee who acted for the role. */
  by?: string;
}

export interface Log {
  since: number;
  version: Version;
  events: EventView[];
  actions: ActionView[];
}

/** A roll that somebody has to make at the table. */
export interface Need {
  dice: string;
  purpose: string;
  rules: string[];
}

/** Everything that a panel may need to draw the position. */
export interface Scene {
  match: Position;
  /** The position that is looked at: the present one, or an earlier one. */
  view: any;
  summary: string[];
  /** After how many actions that is. */
  at: number;
  live: boolean;
  log: Log;
  game: Game | undefined;
  /** The view in words that can be drawn, where the game has a board. */
  board: any;
  /** The offer that is being completed, and what is asked for next. */
  form: { who: string; verb: string; said: string[]; slot: Slot | null } | null;
  /** Say the next word of the offer that is being completed. */
  say: (word: string) => void;
  /** Let the offer that is being completed go. */
  drop: () => void;
  /**
   * Do something, when all that was asked for before is done: its words and whose it is. `again`: the same
   * click twice means it twice; `done`: it has gone through, now or when it was sent again; `refused`:
   * takes a refusal, and says whether it has shown it.
   */
  act: (
    words: string[],
    who: string,
    how?: { again?: boolean; done?: () => void; refused?: (problem: import("./api.js").ApiError) => boolean },
  ) => Promise<boolean>;
  /** Open an offer as if it had been chosen, with what is already said; `stay`: without leaving the board. */
  open: (verb: string, said?: string[], stay?: boolean) => void;
  /** Bring a part of the page into sight: now, board, beside, log, more. */
  show: (name: string) => void;
  /** Whether this verb is offered now. */
  offered: (verb: string) => Offer | undefined;
}

/** What a game shows of its position beside what is asked. */
export interface Board {
  /** Fetch what is needed before anything is drawn. */
  ready?: () => Promise<void>;
  /** "map" gives the board all the room there is; "panels" lays panels beside each other. */
  plan: "panels" | "map";
  /** Whether nothing is secret: whoever holds several seats plays them all without handing over. */
  open?: boolean;
  /** Events that head a part of the log. */
  headings?: Set<string>;
  /** A few words for the bar at the top. */
  head?: (scene: Scene) => import("./dom.js").Child;
  /** The position. */
  main: (place: HTMLElement, scene: Scene) => void;
  /** The name of the main panel where there is little room. */
  title: string;
  sign: string;
  /** What is to be done in this turn, ticked off. */
  guide?: { title: string; sign: string; draw: (place: HTMLElement, scene: Scene) => void };
  /** A panel beside the log. */
  beside?: { title: string; sign: string; draw: (place: HTMLElement, scene: Scene) => void };
  /** A word on how a decision is taken on this board. */
  help?: (decision: Decision, scene: Scene) => string;
  /** Who throws the dice of an event, where its words do not say so. */
  thrower?: (event: EventView, roll: Roll, log: Log) => string;
  /** What players call a word of an action, where it is no name itself. */
  word?: (word: string) => string | undefined;
  /** A line under the title: the phases of the turn. */
  strip?: (scene: Scene) => Child;
  /** One step back on the board; false where there is none. */
  back?: (place: HTMLElement) => boolean;
  /** The page shows something else. */
  close?: (place: HTMLElement) => void;
  /** Controls of a game's own for some verbs. */
  controls?: { [verb: string]: (offer: Offer, scene: Scene, who: string) => HTMLElement | null };
}

// Boards

export type SymbolName =
  | "infantry"
  | "cavalry"
  | "armor"
  | "mech"
  | "motorised"
  | "artillery"
  | "anti_tank"
  | "anti_air"
  | "engineer"
  | "recon"
  | "hq"
  | "rockets"
  | "supply"
  | "truck"
  | "air"
  | "plain";

/** A counter as it is drawn; `at` is a hex or a point. */
export interface Unit {
  id: string;
  side: string;
  at?: string;
  symbol: SymbolName;
  number?: string;
  formation?: string;
  size?: string;
  category?: "armor" | "mech" | "other";
  strength?: string | number;
  rating?: string | number;
  move?: string | number;
  mobility?: "leg" | "truck" | "track";
  mode?: "move" | "reserve" | "strat" | "exploit";
  steps?: [number, number];
  dg?: boolean;
  unsupplied?: boolean;
  down?: boolean;
  /** What it is called, where its number alone says too little. */
  name?: string;
  dispersed?: boolean;
  fortified?: boolean;
  /** Whether it has moved or fought. */
  spent?: boolean;
}

/** A hex by its centre; one unit is its width from flat to flat. */
export interface HexPlace {
  id: string;
  x: number;
  y: number;
  terrain: string;
  label?: string;
}

export interface Town {
  name: string;
  kind: "major" | "minor" | "village";
  hex: string;
}

export interface HexMap {
  hexes: HexPlace[];
  /** Whether a hex has a point at the top. */
  pointy?: boolean;
  /** Rivers along hexsides, by the hexes on both sides. */
  sides?: { a: string; b: string; kind: "minor" | "major" }[];
  /** Rivers as lines, where their sides are not known. */
  rivers?: { kind: "minor" | "major"; points: [number, number][] }[];
  lakes?: { x: number; y: number; wide: number; high: number; turn?: number }[];
  ways?: { kind: "road" | "primary" | "rail" | "double_rail"; hexes: string[] }[];
  towns?: Town[];
  labels?: { text: string; x: number; y: number; turn?: number; size?: number }[];
  ice?: boolean;
}

export interface Overlay {
  /** Hexes that can be reached, with the cost to show. */
  reach?: Map<string, string | number>;
  refused?: { hex: string; reason: string }[];
  path?: string[];
  chosen?: string;
  perimeters?: { hexes: Set<string>; colour: string; dashed?: boolean }[];
  areas?: { hexes: Set<string>; colour: string }[];
  arrows?: { from: string; to: string }[];
  marks?: { hex: string; text: string }[];
}

export interface PointPlace {
  id: string;
  name: string;
  x: number;
  y: number;
  kind: "city" | "junction" | "fortress";
  worth?: number;
}

export interface PointsMap {
  points: PointPlace[];
  lines: { a: string; b: string; grade: "major" | "minor" | "inferior" }[];
  control?: { [point: string]: string };
  seas?: [number, number][][];
  rivers?: [number, number][][];
  waters?: { text: string; x: number; y: number }[];
}

export interface Odds {
  title: string;
  chances: Chance[];
  also: Chance[];
  notes: string[];
  rules: string[];
}
