/**
 * Of a table, what can hold somebody's words or name: each column of text, JSON or network addresses stands in one of these lists
 * (held against the database by app/tables.app.test.ts).
 */
export interface TableFacts {
  /** Emptied, or gone with its row, when a person's data are erased, by `personalData` of the feature named in `erasedBy`; else of its own. */
  erased?: readonly string[];
  erasedBy?: string;
  /** Gone with their time, by `forgets`. */
  forgotten?: readonly string[];
  /** Why they stay although they may be about somebody. */
  kept?: Readonly<Record<string, string>>;
  /** Says nothing of anybody. */
  impersonal?: readonly string[];
}

/** By the names of the tables that one feature writes. */
export type Tables = Readonly<Record<string, TableFacts>>;
