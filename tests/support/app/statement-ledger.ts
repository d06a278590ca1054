import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, inject } from 'vitest';

import { ofProcess } from '../process/remembered/of-process.ts';

/* Notes each distinct statement that tests on the oldest PostgreSQL send, for a look at it by the newest. */

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder, there when tests of the app are part of this run. */
    statementLedger: string;
  }
}

interface Notebook {
  statements: Set<string>;
  written: number;
}

const notebook = ofProcess('statements of this worker', listen);

afterAll(async () => {
  if (notebook.written === notebook.statements.size) return;
  await writeFile(join(inject('statementLedger'), `${process.pid}.json`), JSON.stringify([...notebook.statements]));
  notebook.written = notebook.statements.size;
});

function listen(): Notebook {
  const statements = new Set<string>();
  const query = pg.Client.prototype.query as (this: pg.Client, ...words: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]): unknown {
    const [first] = words;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text === 'string') statements.add(text);
    return query.apply(this, words);
  } as typeof pg.Client.prototype.query;
  return { statements, written: 0 };
}
