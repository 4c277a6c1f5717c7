// Types that modules of several folders share and the API does not describe, for the checker only.

import type { Row, Summary } from "../api.d.ts";

/** Which state of a match is meant: a token that is only ever the same as another, or not. */
export type Version = Summary["version"];
export type Source = Row["source"];
/** What can stand inside an element. */
export type Child = Node | string | number | null | undefined | false | Child[];
export type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

/** Inputs as they stand in a form or in an address. */
export type Given = { [name: string]: string | string[] };

export interface Route {
  tab:
    | "home"
    | "new"
    | "box"
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
