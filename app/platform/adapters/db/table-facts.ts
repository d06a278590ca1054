/** Each column that can hold somebody's words or name stands in one list (app/tables.app.test.ts checks it against the database). */
export interface TableFacts {
  /** Emptied, or gone with its row, when a person's data are erased, by `personalData` of the feature named in `erasedBy`; else of its own. */
  erased?: readonly string[];
  erasedBy?: string;
  forgotten?: readonly string[];
  /** Why they stay although they may be about somebody. */
  retained?: Readonly<Record<string, string>>;
  impersonal?: readonly string[];
}

export type Tables = Readonly<Record<string, TableFacts>>;
