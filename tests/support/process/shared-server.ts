import { type ChildServer, type ChildServerOptions, startServer } from './child-server.ts';
import { aTestDatabase } from './test-database.ts';

/** What a server needs to work on a database of its own on the shared cluster, when its own PostgreSQL is not what a test is about. */
export async function sharedDatabaseEnv(): Promise<{ DATABASE_URL: string; COMBOI_DEMO: string }> {
  return { DATABASE_URL: await aTestDatabase(), COMBOI_DEMO: '1' };
}

export async function startServerOnShared(options: ChildServerOptions = {}): Promise<ChildServer> {
  return startServer({ ...options, env: { ...(await sharedDatabaseEnv()), ...options.env } });
}
