// What boards are drawn from, for the checker only.

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
  /** Its whole name, as a player says it. */
  title?: string;
  dispersed?: boolean;
  fortified?: boolean;
  /** Whether it has moved or fought. */
  spent?: boolean;
  /** Whether it has fuel. */
  fuelled?: boolean;
  /** What it carries. */
  load?: string;
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

/** A name on the ground: of water, unless it has another colour. */
export interface GroundLabel {
  text: string;
  x: number;
  y: number;
  turn?: number;
  size?: number;
  colour?: string;
  /** Whether it names a stretch of country, which is seen from afar. */
  wide?: boolean;
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
  ways?: { kind: "track" | "road" | "primary" | "rail" | "double_rail"; hexes: string[] }[];
  towns?: Town[];
  labels?: GroundLabel[];
  ice?: boolean;
}

export interface Overlay {
  /** Hexes that can be reached, with the cost to show. */
  reach?: Map<string, string | number>;
  refused?: { hex: string; reason: string }[];
  path?: string[];
  chosen?: string;
  /** Hexes with counters that can act. */
  able?: Set<string>;
  /** Hexes that a coach lights. */
  coached?: Set<string>;
  /** Lines around hexes; `against`: only where these lie on the other side, as at a front. */
  perimeters?: { hexes: Set<string>; colour: string; dashed?: boolean; against?: Set<string> }[];
  areas?: { hexes: Set<string>; colour: string; hatch?: { colour: string; rising: boolean } }[];
  /** Lines through hexes, such as railways and paths of supply. */
  lines?: { hexes: string[]; colour: string; width?: number; dash?: number[]; halo?: boolean }[];
  arrows?: { from: string; to: string }[];
  /** Tags at the left of a stack, or under it. */
  marks?: { hex: string; text: string; colour?: string; under?: boolean }[];
  /** Places that count in the score, with the side that holds them. */
  prizes?: { hex: string; points: number; side: string }[];
  /** Small discs with a letter or without. */
  spots?: { hex: string; text: string; colour: string }[];
}

export interface PointPlace {
  id: string;
  name: string;
  x: number;
  y: number;
  kind: "city" | "junction" | "fortress";
  worth?: number;
}

export type Spot = [number, number];

/** A stretch of one kind of terrain. */
export interface TerrainArea {
  kind: "woods" | "marsh" | "hills" | "mountains" | "sand";
  shore: Spot[];
}

export interface GroundName {
  text: string;
  kind: "sea" | "gulf" | "lake" | "river" | "range" | "ground" | "land" | "country";
  x: number;
  y: number;
  /** Degrees, clockwise. */
  turn: number;
}

/** What is printed under points and lines. */
export interface PointsGround {
  /** Shores: what lies in an odd number of them is land. */
  land: Spot[][];
  lakes: Spot[][];
  rivers: { great: boolean; course: Spot[] }[];
  frontiers: Spot[][];
  areas: TerrainArea[];
  names: GroundName[];
  /** Spots of a side's own ground where no points lie. */
  beyond: { side: string; x: number; y: number }[];
}

export interface PointsMap {
  points: PointPlace[];
  lines: { a: string; b: string; grade: "major" | "minor" | "inferior" }[];
  /** The two sides that hold points. */
  sides: [string, string];
  control?: { [point: string]: string };
  ground?: PointsGround;
}

/** What is seen of moves, losses and places taken. */
export interface Traces {
  /** `path`: the places on the way with both ends, where they are known. */
  moves: { from: string; to: string; side: string; how: string; units: string[]; path?: string[] }[];
  /** `steps`: how many steps were lost, where units have such. */
  losses: { place: string; side: string; units: string[]; steps?: number }[];
  captures: { place: string; side: string }[];
  /** Other places to look at. */
  places: string[];
}

/** What is drawn over a board of a turn that is played back, or has been. */
export interface BoardTraces {
  /** What was shown before. */
  stay: Traces;
  /** What is being shown. */
  now: Traces | null;
  /** Milliseconds that counters are on their way; 0 where nothing moves. */
  slides: number;
  /** One counter for each move that is being shown. */
  counters: Unit[];
  /** Where the battle is that is being told. */
  battle: string;
  /** Who held each place a turn ago, or what the game keeps of it, where that is to be compared. */
  front: { [place: string]: string } | null;
}

/** What a points map shows now, as it changes. */
export interface PointsShown {
  control: { [point: string]: string };
  /** Ground of neither side. */
  neutral: Spot[][];
  front: import("./points/control.js").Control;
  stacks: Map<string, Unit[]>;
  /** Where the keys are. */
  cursor: PointPlace | null;
  journeys: string[][];
  chosen: string;
  /** Points that can be chosen. */
  legal: Set<string>;
  /** Points that a coach lights. */
  coached: Set<string>;
  barred: string;
  /** Points where somebody can still act. */
  able: Set<string>;
  /** What it costs to go to a lit point, or what is left on the way. */
  costs: { [point: string]: string };
  /** The way that would be taken, point by point. */
  path: string[];
  /** What is being carried: from where, and where the finger is. */
  carried: { from: PointPlace; x: number; y: number } | null;
  arrows: [string, string][];
  factories: { [point: string]: number };
  traces: BoardTraces | null;
}
