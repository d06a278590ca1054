/* Starts the embedded PostgreSQL on the folder given and says its URL; ends on SIGTERM. For tests that kill their starter. */
import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { createLogger } from '#app/platform/adapters/log.server.ts';

const dataDir = process.argv[2] ?? '';
const database = await startEmbeddedPostgres({ dataDir, log: createLogger({ level: 'info', pretty: true }) });
const alive = setInterval(() => {}, 60_000);
process.on('SIGTERM', () => {
  clearInterval(alive);
  void database.stop().then(() => process.exit(0));
});
// Last: whoever reads this may end us at once.
console.log(`READY ${database.url}`);
