// What the page of a match hands to its parts and to the boards of games, for the checker only.

import type { Decision, EventView, GameEntry, Log, Offer, Position, Roll, Slot } from "../api.d.ts";
import type { BoardTraces, Unit } from "../board/types.d.ts";
import type { Child } from "../shell/types.d.ts";

/** Where the dice of a match come from. */
export type DiceFrom = Position["dice"];

/** A roll that somebody has to make at the table. */
export interface Need {
  dice: string;
  purpose: string;
  rules: string[];
}

/** A position that is looked at, after how many actions. */
export interface EarlierPosition {
  at: number;
  view: any;
  board?: any;
  summary: string[];
}

/** A match as a role knows it. */
export interface KnownMatch {
  match: Position;
  log: Log;
  role: string;
}

/** A match on its page: as a role knows it, and how it is looked at. */
export interface MatchOnPage extends KnownMatch {
  /** What the server calls the position that is shown. */
  basis: string;
  /** The position that is looked at, where it is not the present one. */
  past: EarlierPosition | null;
  /** A role whose secrets are covered until its player is there. */
  cover: string;
}

/** By unit: where it stands, or nowhere, and whose it is. */
export type Whereabouts = Map<string, { at: string; side: string }>;

/** Points that decide a match, see `ScoreTrack` in engine/play/boards.py. */
export interface ScoreTrack {
  title: string;
  short: string;
  side: string;
  points: number;
  most: number;
  goals: { points: number; text: string; side: string }[];
  needs: { [side: string]: string };
}

/** A position as it is drawn, now or then. */
export interface SeenPosition {
  view: any;
  board?: any;
}

/** What a game says of its board so that turns can be played back on it. */
export interface PlaybackBoard {
  sides: string[];
  /** Where each unit stands. */
  units: (seen: SeenPosition) => Whereabouts;
  /** A unit as its counter shows it; one that is not known by its back. */
  unit: (id: string, side: string) => Unit;
  placeName: (id: string) => string;
  /** What a place counts in the score. */
  worth: (place: string) => number;
  /** Who holds each place. */
  control: (seen: SeenPosition) => { [place: string]: string };
  /** What is kept of a position so that its front can be drawn later; left out where `control` is enough. */
  front?: (seen: SeenPosition) => { [name: string]: string };
  /** The places that count in the score, the greatest first, and who holds them. */
  prizes?: (seen: SeenPosition) => { name: string; hex: string; points: number; side: string }[];
  /** What else has changed for a side, a sentence each. */
  changes?: (side: string, before: SeenPosition, now: SeenPosition) => string[];
  /** The turn of a position, in a few words. */
  when: (seen: SeenPosition) => string;
  /** What decides the match, and what is still needed. */
  score?: (seen: SeenPosition) => ScoreTrack[];
}

/** What a coach lights: verbs as buttons, the words that are to be said next, what may go along, whole actions. */
export interface Lights {
  verbs: Set<string>;
  words: Set<string>;
  others: Set<string>;
  actions: string[][];
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
  game: GameEntry | undefined;
  /** The view in words that can be drawn, where the game has a board. */
  board: any;
  /** The offer that is being completed, and what is asked for next. */
  form: { who: string; verb: string; said: string[]; slot: Slot | null } | null;
  /** Say the next word of the offer that is being completed. */
  say: (word: string) => void;
  /** Let the offer that is being completed go. */
  drop: () => void;
  /** What is chosen on the board, to go together: the first word that was said stands for all of it. */
  hold: (words: string[]) => void;
  /**
   * Do something, when all that was asked for before is done: its words and whose it is. `then`: further
   * actions of the same gesture, all done or none; `again`: the same click twice means it twice; `done`: it has
   * gone through, now or when it was sent again; `refused`: takes a refusal, and says whether it has shown it.
   */
  act: (
    words: string[],
    who: string,
    how?: {
      then?: string[][];
      again?: boolean;
      done?: () => void;
      refused?: (problem: import("../shell/api.js").ApiError) => boolean;
    },
  ) => Promise<boolean>;
  /**
   * Open an offer as if it had been chosen, with what is already said; `stay`: without leaving the board. It is
   * done when what comes next is known.
   */
  open: (verb: string, said?: string[], stay?: boolean) => Promise<void>;
  /** Bring a part of the page into sight: now, board, beside, log, more. */
  show: (name: string) => void;
  /** What is played back on the board, and what stays of it. */
  traces: BoardTraces;
  /** The story of the battle that an event is a part of. */
  story: (event: EventView) => Child;
  /** What the coach of a tutorial lights. */
  lights: Lights;
  /** Whether this verb is offered now. */
  offered: (verb: string) => Offer | undefined;
}

/** What a game shows of its position beside what is asked. */
export interface Board {
  /** Fetch what is needed before anything is drawn. */
  ready?: () => Promise<void>;
  /** "map" gives the board all the room there is; "panels" lays panels beside each other. */
  plan: "panels" | "map";
  /** Whether panels stand left and right of a map where there is room; else both stand at the right. */
  wings?: boolean;
  /** Whether nothing is secret: whoever holds several seats plays them all without handing over. */
  open?: boolean;
  /** Events that head a part of the log. */
  headings?: Set<string>;
  /** A few words for the bar at the top. */
  head?: (scene: Scene) => Child;
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
  /** What a player should know before he does something that is done with one click. */
  beforehand?: (offer: Offer, scene: Scene, who: string) => Promise<string[]> | undefined;
  /** Who throws the dice of an event, where its words do not say so. */
  thrower?: (event: EventView, roll: Roll, log: Log) => string;
  /** What players call a word of an action, where it is no name itself. */
  word?: (word: string) => string | undefined;
  /** A line under the title: the phases of the turn. */
  strip?: (scene: Scene) => Child;
  /** Whether it shows what a word of an action stands for. */
  shows?: (place: HTMLElement, word: string) => boolean;
  /** Take a word over that is said in the panel, for all that are chosen on the board; false where it is left to it. */
  takes?: (place: HTMLElement, word: string) => boolean;
  /** Bring one of these words into sight and choose it; false where the board shows none. */
  find?: (place: HTMLElement, words: string[]) => boolean;
  /** Choose the next that can act, or the one before; false where nobody can. */
  next?: (place: HTMLElement, step: 1 | -1) => boolean;
  /** One step back on the board; false where there is none. */
  back?: (place: HTMLElement) => boolean;
  /** The page shows something else. */
  close?: (place: HTMLElement) => void;
  /** Verbs whose controls stand before all others: what is ready to be done. */
  foremost?: string[];
  /** What turns are played back with; left out where nothing of them is seen on the board. */
  playback?: PlaybackBoard;
  /** Controls of a game's own for some verbs. */
  controls?: { [verb: string]: (offer: Offer, scene: Scene, who: string) => HTMLElement | null };
}
