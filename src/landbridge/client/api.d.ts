// What the API takes and gives, written from the server's own types for the checker: do not edit,
// but run `python scripts/api_types.py`.

/** The end of one's account. */
export interface AccountDeletion {
  password: string;
  seats?: "open" | "resign";
}

/** Nothing more to say. */
export interface Acknowledgement {
  ok: boolean;
}

/** An action in its text form, or several that belong together. */
export interface ActionRequest {
  do: string;
  then?: string[];
  as?: string | null;
  dice?: (number | number[])[] | null;
  declare?: boolean;
  version?: number | null;
  shown?: ShownPosition | null;
}

/** What an action led to, as far as the role may know. */
export interface ActionResult {
  version: number;
  events: EventView[];
  changes?: Changes;
}

/** An action; its words are left empty where this role may not know them. */
export interface ActionView {
  number: number;
  who: string;
  do: string;
  declared: string[];
  dice: number[][];
  typed: boolean;
  by: string;
  joined: boolean;
  automatic: boolean;
}

/** One word that may be said, with what a player wants to know of it beforehand. */
export interface ActionsChoice {
  word: string;
  label?: string;
  cost?: string;
  refused?: string;
  rules?: string[];
  after?: string;
}

/** What a coach says in a position. */
export interface Advice {
  title: string;
  goal: string;
  lessons: LessonView[];
  reply: Reply | null;
  step: StepView | null;
  let_go: boolean;
  then: Scenario | null;
}

/** The same action with one thing changed. */
export interface AlternativeView {
  kind: string;
  text: string;
  word: string;
  title: string;
  chances: Chances[];
  also: Chances[];
}

/** The answers in the order of the questions. */
export interface Answers {
  answers: OneAnswer[];
}

/** One thing that a moderator or an administrator did. */
export interface AuditInfo {
  number: number;
  at: string;
  actor: string;
  act: string;
  target: string;
  why: string;
}

/** The part of a battle that an event is. */
export interface BattlePart {
  part: "air" | "begins" | "breaks off" | "ends" | "round";
  place: string;
  attacker?: string;
  attackers?: string[];
  defenders?: string[];
  attacking?: string;
  defending?: string;
  volleys?: Volley[];
}

/** Answers by the keys of their questions: a choice, or a choice with figures. */
export interface BoxAnswers {
  answers: { [name: string]: any };
  words?: string[];
}

/** A choice of an answer with its figures; those that it does not give are the default's. */
export interface BoxChoice {
  name: string;
  text: string;
  figures: { [name: string]: any };
}

/** A pack of answers as text. */
export interface BoxPack {
  text: string;
  name?: string;
}

/** One question to the owner of a box. */
export interface BoxQuestionView {
  key: string;
  title: string;
  text: string;
  look: string;
  default: string;
  source: "booklet" | "house" | "reconstruction" | "series";
  rules: string[];
  options: BoxChoice[];
}

/** Everything that a match as in the owner's box may ask. */
export interface BoxQuestions {
  questions: BoxQuestionView[];
}

/** A place that changed hands. */
export interface Capture {
  place: string;
  side: string;
}

/** One box of a table: what it says, which row it stands in and which rules it comes from. */
export interface Cell {
  value: any;
  label: string;
  rules: string[];
}

/** One possible result and how likely it is, exactly. */
export interface Chances {
  result: any;
  chance: string;
  share: number;
}

/** The new version; `done` is false while others still have to agree. */
export interface ChangeResult {
  version: number;
  done: boolean;
  changes?: Changes;
}

/** A match as a role sees it now: what changed since the position shown, or the whole. */
export interface Changes {
  role: string;
  version: number;
  basis: string;
  delta: any;
  position: Position | null;
  log: Log;
}

/** A table without its cells. */
export interface ChartHead {
  name: string;
  game: string;
  chapter: string;
  title: string;
  kind: "chart" | "dice";
  source: "booklet" | "house" | "reconstruction" | "series";
  dice: string;
}

/** One column: its cells from top to bottom, and the exact odds where dice lead to them. */
export interface ChartRow {
  name: string;
  automatic: boolean;
  cells: Cell[];
  rules: string[];
  odds: Chances[];
}

/**
 * A whole table. `rows` are the labels that all columns share; a table whose columns are each divided in
 * their own way has none, and every cell brings its own label.
 */
export interface ChartView {
  name: string;
  game: string;
  chapter: string;
  title: string;
  kind: "chart" | "dice";
  source: "booklet" | "house" | "reconstruction" | "series";
  dice: string;
  note: string;
  dice_words: string;
  modifiers: [number, number];
  shift: number;
  rows: string[];
  columns: ChartRow[];
  citations: Citation[];
}

/** What is said beside a match, as far as one may read it. */
export interface Chat {
  rooms: ("players" | "spectators")[];
  writes: "players" | "spectators" | null;
  why_not: string;
  messages: ChatMessage[];
  earlier: boolean;
}

/** Something that somebody said beside a match. */
export interface ChatMessage {
  number: number;
  room: "players" | "spectators";
  name: string;
  role: string;
  mine: boolean;
  text: string;
  at: string;
}

/** An action to look at without doing it, or several in a row. */
export interface CheckRequest {
  do: string;
  then?: string[];
  as?: string | null;
}

/** Whether an action could be done. */
export interface CheckResult {
  ok: boolean;
  error: string;
  rules: string[];
  violations: Violation[];
  each: string[];
}

/** A rule that an answer rests on. */
export interface Citation {
  id: string;
  title: string;
  source: "booklet" | "house" | "reconstruction" | "series";
}

/** An answer with its citations in words. */
export interface CitedAnswer {
  question: string;
  inputs: { [name: string]: any };
  legal: boolean;
  refused: string;
  instead: string;
  result: any;
  odds: Chances[] | null;
  rules: string[];
  why: Reason[];
  rolls: Roll[];
  notes: string[];
  citations: Citation[];
}

/** A clock, as it is chosen for a new match. */
export interface ClockChoice {
  days: number;
  reserve?: number;
  timeout?: string;
  bot?: string;
}

/** The clock of a match. `days` is 0 where none was chosen and somebody stays away. */
export interface ClockView {
  days: number;
  reserve: number;
  timeout: "bot" | "claim" | "loses";
  bot: string;
  running: { [name: string]: RunningTime };
  late: string[];
}

/** The next thing to say; null if nothing more is needed. */
export interface Completion {
  slot: Slot | null;
}

/** One line of a plot: a name, and a value for each step along the bottom. */
export interface Curve {
  name: string;
  values: number[];
}

/** Who has to decide what. */
export interface Decision {
  who: string;
  prompt: string;
  offers: Offer[];
  rules: string[];
  violations: Violation[];
}

/** What is to be looked through, by name: a line, a form. */
export interface DraftsRequest {
  as?: string | null;
  at?: number | null;
  asked?: { [name: string]: string[] };
}

/** What lies there; null for games without one. */
export interface DraftsView {
  drafts: any;
}

/** An answer to a draw that was offered. */
export interface DrawAnswer {
  agree: boolean;
  as?: string | null;
  shown?: ShownPosition | null;
}

/** A draw that somebody offers. */
export interface DrawView {
  by: string;
  agreed: string[];
  waiting: string[];
}

/** An earlier position. */
export interface EarlierPosition {
  actions: number;
  role: string;
  view: any;
  summary: string[];
  board: any;
}

/** What every error looks like; more fields are explained in docs/server.md. */
export interface Error {
  error: string;
  rules?: string[];
  violations?: Violation[];
}

/** An event as it is played back on a board. */
export interface EventPicture {
  headline?: string;
  weight?: number;
  turn?: string;
  place?: string;
  moves?: UnitMove[];
  fates?: Fate[];
  captures?: Capture[];
  battle?: BattlePart | null;
}

/** An event in words and figures. */
export interface EventView {
  number: number;
  id: string;
  text: string;
  rules: string[];
  rolls: Roll[];
  values: { [name: string]: any };
  picture?: EventPicture;
}

/** What became of units, other than that they moved. */
export interface Fate {
  units: string[];
  what: "arrived" | "committed" | "dispersed" | "left" | "lost" | "steps" | "thrown back";
  place: string;
  side: string;
  steps: number;
}

/** What can be written into an input. */
export interface FieldType {
  kind: "date" | "flag" | "list" | "number" | "text" | "words";
  words?: any[];
  low?: number | null;
  high?: number | null;
  of?: FieldType | null;
  most?: number | null;
}

/** Whether a file is sound, and whether this server vouches for its history. */
export interface FileVerdict {
  ok: boolean;
  findings: string[];
  proved: string[];
  unproved: string[];
  head: string;
  vouched: boolean;
  seal: "broken" | "foreign" | "good" | "none";
  history: "different" | "earlier" | "same" | "unknown";
  text: string;
}

/** The odds of an action; null where no dice decide. */
export interface ForecastView {
  odds: Odds | null;
}

/** One input of a question. */
export interface FormField {
  name: string;
  text: string;
  allowed: string;
  required: boolean;
  default: any;
  shape: FieldType;
  roll: string;
  ruling: string;
}

/** One document and what there is of it. */
export interface GameEntry {
  name: string;
  title: string;
  prefix: string;
  series: string;
  rows: number;
  questions: number;
  tables: number;
  turns: any[];
  roles: string[];
  colours: { [name: string]: "axis" | "soviet" };
  scenarios: Scenario[];
  options: Option[];
  bots: string[];
  bot_texts: { [name: string]: string };
  tutorials: TutorialEntry[];
}

/** A figure that means something. */
export interface Goal {
  value: number;
  text: string;
}

/** A table on paper. */
export interface Grid {
  head: string[];
  rows: string[][];
}

/** One way to settle an open question, with its figures. */
export interface IndexChoice {
  text: string;
  figures: { [name: string]: any };
}

/** A link to send to one person, or to those who are to look on. */
export interface Invitation {
  link: string;
}

/** The token of an invitation. */
export interface InvitationToken {
  token: string;
}

/** What an invitation is to, before one accepts. */
export interface InvitationView {
  match: string;
  role: string;
  by: string;
  game: string;
  title: string;
  scenario_title: string;
  name: string;
  seats: { [name: string]: SeatView };
  clock: ClockView | null;
  begun: boolean;
  over: boolean;
  until: string;
}

/** Leave that somebody has taken. */
export interface LeaveView {
  from: string;
  until: string;
  now: boolean;
}

/** Leave now and to come, and what is left of it. */
export interface Leaves {
  leaves: LeaveView[];
  days_a_year: number;
  days_left: number;
}

/** Something that is learnt in a tutorial. */
export interface LessonView {
  name: string;
  title: string;
  learnt: boolean;
}

/** One line of a list, with the rules behind it; a box is to be ticked off. */
export interface Line {
  text: string;
  rules: string[];
  box: boolean;
}

/** What happened after an action; what a reader has up to there is still good. */
export interface Log {
  since: number;
  version: number;
  events: EventView[];
  actions: ActionView[];
}

/** A name and its password. */
export interface Login {
  name: string;
  password: string;
}

/** The same for one match; null is as for all others. */
export interface MatchNotifySettings {
  mail?: boolean | null;
  webhook?: string | null;
}

/** What to change of a match; what is left out stays. */
export interface MatchSettings {
  name?: string | null;
  private?: boolean | null;
}

/** Who is asking, and the token that every change must carry on a public server. */
export interface Me {
  mode: "local" | "public";
  user: Person | null;
  csrf: string;
  registering: boolean;
  resetting: boolean;
  moderator: boolean;
}

/** Why a moderator does something. */
export interface ModeratorReason {
  why: string;
}

/** One reason for a number to change. */
export interface Modifier {
  value: number | string;
  reason: string;
  rules: string[];
}

/** Something that mattered. */
export interface Moment {
  number: number;
  turn: string;
  text: string;
  weight: number;
}

/** Something to say beside a match. */
export interface NewChatMessage {
  text: string;
}

/** A side offers a draw. */
export interface NewDrawOffer {
  as?: string | null;
  version?: number | null;
  shown?: ShownPosition | null;
}

/** A seat to invite somebody to; `spectator` is leave to look at a private match. */
export interface NewInvitation {
  role: string;
}

/** Leave that somebody takes, by days (UTC), the last one included. */
export interface NewLeave {
  until: string;
  from?: string;
}

/** A match to begin. */
export interface NewMatch {
  game: string;
  scenario?: string | null;
  options?: { [name: string]: string };
  seed?: string | null;
  dice?: "either" | "seeded" | "typed";
  mode?: "enforced" | "referee";
  name?: string;
  seats?: { [name: string]: string };
  private?: boolean;
  clock?: ClockChoice | null;
  set_up_dice?: (number | number[])[];
  box?: { [name: string]: any };
}

/** A change of password; everybody else who is logged in as the same user is logged out. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A new password, and the token of the letter that allows it. */
export interface NewPasswordByMail {
  token: string;
  password: string;
}

/** The next match of the same people. */
export interface NewRematch {
  swap?: boolean;
  scenario?: string | null;
}

/** A report of somebody, by name. */
export interface NewReport {
  user: string;
  reason: "abuse" | "cheating" | "name" | "other" | "spam";
  text: string;
  match?: string;
  message?: number;
}

/** A rollback: everything from this action on, as the role counts them. */
export interface NewRollback {
  before: number;
  as?: string | null;
  version?: number | null;
  shown?: ShownPosition | null;
}

/** A sandbox to begin, after n actions as the role counts them. */
export interface NewSandbox {
  at?: number | null;
  as?: string | null;
  name?: string;
}

/** Somebody's own notes on a match. */
export interface Note {
  text: string;
}

/** What to change of these settings; what is left out stays. */
export interface NotifyChange {
  mail?: boolean | null;
  webhook?: string | null;
  email?: string | null;
}

/** How somebody wants to be notified that it is their turn. */
export interface NotifySettings {
  mail: boolean;
  webhook: string;
  email: string;
  confirmed: boolean;
  failures: SendFailure[];
}

/** The exact odds of an action. */
export interface Odds {
  title: string;
  chances: Chances[];
  reply: ReplyView | null;
  also: Chances[];
  notes: string[];
  rules: string[];
  reasons: ReasonView[];
  alternatives: AlternativeView[];
}

/** Something that may be done now; large spaces are described slot by slot, never listed. */
export interface Offer {
  verb: string;
  label: string;
  slots: Slot[];
  rules: string[];
  aside: boolean;
  gives_up: string[];
  passes: boolean;
}

/** An answer, or why there is none. */
export interface OneAnswer {
  answer: CitedAnswer | null;
  error: string;
}

/** A question by its name, with its inputs. */
export interface OneQuestion {
  name: string;
  inputs?: { [name: string]: string | number | boolean | string[] };
}

/** Something that the players agree on before they begin. */
export interface Option {
  name: string;
  values: string[];
  default: string;
  text: string;
}

/** How a game ended. */
export interface Outcome {
  reason: string;
  winner: string | null;
  rules: string[];
  score: { [name: string]: number };
  how: string;
}

/** One part of a sheet: lines, a table, a picture. */
export interface Part {
  title: string;
  lines: Line[];
  grid: Grid | null;
  rules: string[];
  note: string;
  picture: string;
}

/** Somebody with an account; on one's own machine, whoever sits there. */
export interface Person {
  id: string;
  name: string;
}

/** A plot: its curves over the same steps. */
export interface Plot {
  title: string;
  steps: string[];
  curves: Curve[];
  unit: string;
}

/** A match as a role sees it. */
export interface Position {
  id: string;
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  name: string;
  seats: { [name: string]: SeatView };
  actions: number;
  to_decide: string[];
  over: boolean;
  outcome: Outcome | null;
  created: string;
  updated: string;
  yours: string[];
  version: number;
  private: boolean;
  owner: boolean;
  watching: boolean;
  clock: ClockView | null;
  sandbox_of: string;
  role: string;
  roles: string[];
  may_act: boolean;
  view: any;
  summary: string[];
  decisions: Decision[];
  asides: Decision[];
  commitment: string;
  head: string;
  secrets: boolean;
  seed?: Seed | null;
  dice: "either" | "seeded" | "typed";
  mode: "enforced" | "referee";
  options: { [name: string]: string };
  undoable: boolean | string;
  rollback: RollbackRequest | null;
  draw: DrawView | null;
  ways_to_end: WaysToEnd;
  rematch: string;
  board: any;
  coach: Advice | null;
}

/** How somebody likes to play, in all their matches. */
export interface Preferences {
  passes?: boolean;
}

/** Inputs that are known to work. */
export interface QuestionExample {
  given: { [name: string]: any };
  note: string;
}

/** One question. */
export interface QuestionForm {
  name: string;
  game: string;
  chapter: string;
  title: string;
  text: string;
  rows: string[];
  inputs: FormField[];
  examples: QuestionExample[];
}

/** Questions in some order. */
export interface Questions {
  asks: OneQuestion[];
}

/** One step of an explanation. */
export interface Reason {
  text: string;
  rules: string[];
}

/** What made a figure, and by which rules. */
export interface ReasonView {
  text: string;
  rules: string[];
}

/** A new account. */
export interface Register {
  name: string;
  password: string;
  email?: string;
}

/** What happened, and what it means. */
export interface Reply {
  name: string;
  happened: string;
  meaning: string;
  rules: string[];
  lesson: string;
}

/** What the opponent may decide meanwhile. */
export interface ReplyView {
  text: string;
  chance: Chances;
  chances: Chances[];
}

/** What a study found. */
export interface Report {
  sheet: Sheet;
  figures: any;
  plots: Plot[];
}

/** What a moderator decided on a report. */
export interface ReportClosing {
  answer: string;
}

/** A report as moderators see it. */
export interface ReportInfo {
  id: string;
  reporter: string;
  about: string;
  reason: string;
  text: string;
  match: string;
  at: string;
  closed: string | null;
  closed_by: string;
  answer: string;
  message: number;
  quoted: string;
}

/** Somebody who has forgotten their password: a name, or a confirmed address. */
export interface ResetRequest {
  who: string;
}

/** A side gives up. */
export interface Resignation {
  as?: string | null;
  version?: number | null;
  shown?: ShownPosition | null;
}

/**
 * Dice that were thrown and what they led to; enough to explain a result later. A table that gives its result
 * without a roll leaves a record with no faces.
 */
export interface Roll {
  dice: string;
  purpose: string;
  faces: number[];
  total: number;
  rules: string[];
  table: string;
  column: string;
  modifiers: Tally;
  row: string;
  cell: any;
}

/** An answer to a rollback that was asked for. */
export interface RollbackAnswer {
  agree: boolean;
  as?: string | null;
  shown?: ShownPosition | null;
}

/** A rollback that somebody has asked for. */
export interface RollbackRequest {
  before: number;
  asked_by: string;
  agreed: string[];
  waiting: string[];
  actions: number;
}

/** One row of a rule list, in our own words. */
export interface Row {
  id: string;
  title: string;
  text: string;
  chapter: string;
  where: string;
  certainty: "clear" | "contradictory" | "damaged" | "depends" | "missing";
  kind: "datum" | "rule";
  source: "booklet" | "house" | "reconstruction" | "series";
  note: string;
}

/** Tested, kept as data, or missing, and why; and how it stands in matches. */
export interface RowStatus {
  state: "data" | "missing" | "tested";
  why: string;
  play: "battle" | "enforced" | "map" | "missing" | "nothing";
  play_why: string;
}

/** How the rows of a rule list stand, by their ids; none while the cases still run. */
export interface RowStatuses {
  ready: boolean;
  rows: { [name: string]: RowStatus };
}

/** A case that names the row. */
export interface RuleExample {
  ask: string;
  given: { [name: string]: any };
  expect: any;
  odds: any;
  refused: string;
  note: string;
  where: string;
}

/** A row in a list of rows. */
export interface RuleHit {
  game: string;
  row: Row;
  cases: number;
  rulings: number;
}

/** One row, ruling or series rule with everything that hangs on it. */
export interface RulePage {
  id: string;
  game: string;
  row: Row | null;
  rulings: Ruling[];
  cases: RuleExample[];
  code: string[];
  questions: string[];
  tables: string[];
}

/** A question that the documents leave open, the choice taken and the alternatives. */
export interface Ruling {
  id: string;
  title: string;
  question: string;
  rows: string[];
  switch: string;
  default: string;
  source: "booklet" | "house" | "reconstruction" | "series";
  certainty: string;
  options: { [name: string]: IndexChoice };
  concerns: "match" | "questions";
}

/** The time of a side that must decide. */
export interface RunningTime {
  until: string;
  seconds: number;
  reserve: number;
  stopped: boolean;
}

/** One way to begin. */
export interface Scenario {
  name: string;
  title: string;
  text: string;
  at_table: boolean;
}

/** A change of a seat: `me`, `open` or `bot:random`. */
export interface SeatChange {
  role: string;
  to: string;
}

/** Who sits where. */
export interface SeatView {
  kind: "bot" | "me" | "open" | "user";
  name: string;
  away?: string;
}

/** The secret behind a match's dice. */
export interface Seed {
  text: string;
  salt: string;
}

/** What went wrong last with messages to an address of one's own. */
export interface SendFailure {
  kind: "mail" | "webhook";
  target: string;
  text: string;
  at: string;
  off: boolean;
}

/** A device that is logged in. */
export interface SessionInfo {
  id: string;
  device: string;
  network: string;
  begun: string | null;
  seen: string | null;
  current: boolean;
}

/** How many devices were logged out. */
export interface SessionsEnded {
  ended: number;
}

/** One sheet. */
export interface Sheet {
  title: string;
  under: string;
  parts: Part[];
}

/** What can be printed. */
export interface SheetNames {
  sheets: string[];
}

/** What a client shows of a match, so that an answer can say what changed in it. */
export interface ShownPosition {
  version?: number | null;
  basis?: string;
  as?: string | null;
}

/** What the dice gave a side, beside what dice give on average. */
export interface SideLuck {
  side: string;
  what: string;
  throws: number;
  had: number;
  expected: number;
  better: number;
}

/** One thing still to be said: one of some words, or a whole number between two. */
export interface Slot {
  name: string;
  choices: (string | ActionsChoice)[];
  low: number | null;
  high: number | null;
  prompt: string;
  optional: boolean;
  examples: string[];
  lazy: boolean;
}

/** What to do next, why, and what is lit for it. */
export interface StepView {
  name: string;
  title: string;
  text: string;
  why: string;
  rules: string[];
  lesson: string;
  lit: string[][];
}

/** How a match went. */
export interface Story {
  turns: string[];
  series: StorySeries[];
  moments: Moment[];
  luck: SideLuck[];
}

/** One figure of some sides, turn by turn. */
export interface StorySeries {
  title: string;
  sides: { [name: string]: (number | null)[] };
  goals: Goal[];
}

/** A match in a list. */
export interface Summary {
  id: string;
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  name: string;
  seats: { [name: string]: SeatView };
  actions: number;
  to_decide: string[];
  over: boolean;
  outcome: Outcome | null;
  created: string;
  updated: string;
  yours: string[];
  version: number;
  private: boolean;
  owner: boolean;
  watching: boolean;
  clock: ClockView | null;
  sandbox_of: string;
}

/** A sum or a product that can say how it came about; never changed once made. */
export interface Tally {
  total: number | string;
  modifiers: Modifier[];
  start: number | string;
  times: boolean;
}

/** A claim against a side that is out of time: `win`, `draw`, or `close` without a result. */
export interface TimeClaim {
  result?: string;
  as?: string | null;
  version?: number | null;
  shown?: ShownPosition | null;
}

/** A tutorial that can be played. */
export interface TutorialEntry {
  title: string;
  text: string;
  scenario: string;
  role: string;
  opponent: string;
  minutes: number;
  then: string;
}

/** An undo. */
export interface UndoRequest {
  as?: string | null;
  version?: number | null;
  shown?: ShownPosition | null;
}

/** Units that went from one place to another. */
export interface UnitMove {
  units: string[];
  end: string;
  start?: string;
  how?: "advance" | "air" | "attack" | "march" | "rail" | "retreat" | "sea";
  side?: string;
  path?: string[];
}

/** A match in which the rule was used, as one's own role saw it. */
export interface Use {
  match: string;
  name: string;
  role: string;
  count: number;
  events: UseEvent[];
}

/** An event that cites the rule, after n actions. */
export interface UseEvent {
  number: number;
  text: string;
}

/** An account as moderators see it. */
export interface UserFile {
  name: string;
  created: string;
  disabled: boolean;
  moderator: boolean;
  matches: UserMatch[];
  reports: ReportInfo[];
}

/** A match of somebody, as a moderator sees it: a private one has no name here. */
export interface UserMatch {
  id: string;
  game: string;
  name: string;
  private: boolean;
  roles: string[];
  owner: boolean;
  over: boolean;
  begun: string;
}

/** Where a rule was used. */
export interface Uses {
  uses: Use[];
  looked: number;
  further: string;
}

/** Whether a match is sound: every action repeated, every roll compared with the seed. */
export interface Verdict {
  ok: boolean;
  findings: string[];
  proved: string[];
  unproved: string[];
}

/** Something that the rules do not allow to stand, and what would put it right. */
export interface Violation {
  text: string;
  rules: string[];
  remedy: string;
  row: number;
}

/** Dice that were thrown together, and which of them hit. */
export interface Volley {
  by: "attacker" | "defender";
  text: string;
  faces: number[];
  hits: boolean[];
}

/** How a role may end the match now, beside its rules. */
export interface WaysToEnd {
  resign: boolean;
  draw: boolean | string;
  claim: string[];
}

/** By word, why nothing can be done with it now. */
export interface WhyNot {
  reasons: { [name: string]: Violation };
}
