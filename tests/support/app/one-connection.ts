import { AsyncLocalStorage } from 'node:async_hooks';

import pg from 'pg';

import type { Database } from '#app/platform/adapters/db/database.server.ts';

import { ofProcess } from '../process/remembered/of-process.ts';

/* A transaction that asks for a second connection works until as many do so at once as there are connections: then each waits for the others. */

interface OpenTransaction {
  isOpen: boolean;
  stacks: string[];
}

const transaction = ofProcess('one connection for each transaction', watchPools);

/** The same database, whose transactions fail where they ask for a second connection, and write where in `stacks`: somebody may catch the failure. */
export function withOneConnection(db: Database, stacks: string[]): Database {
  return {
    ...db,
    inTransaction: (work) =>
      db.inTransaction(async (tx) => {
        const current = { isOpen: true, stacks };
        try {
          return await transaction.run(current, () => work(tx));
        } finally {
          // What was begun in it and goes on afterwards is free.
          current.isOpen = false;
        }
      }),
  };
}

/** What a test does in the middle of a transaction is somebody else's. */
export function outsideTransactions<Result>(work: () => Result): Result {
  return transaction.exit(work);
}

function watchPools(): AsyncLocalStorage<OpenTransaction> {
  const storage = new AsyncLocalStorage<OpenTransaction>();
  const connect = pg.Pool.prototype.connect as (this: pg.Pool, ...words: unknown[]) => unknown;
  pg.Pool.prototype.connect = function (this: pg.Pool, ...words: unknown[]): unknown {
    const current = storage.getStore();
    if (current?.isOpen === true) {
      const error = new Error('a transaction asks for a second connection');
      current.stacks.push(error.stack ?? '');
      throw error;
    }
    return connect.apply(this, words);
  } as typeof pg.Pool.prototype.connect;
  return storage;
}
