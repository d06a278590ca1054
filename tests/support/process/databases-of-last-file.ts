import { dropTestDatabases } from './test-database.ts';

/* Loaded anew before each file of a worker, when whoever used its last file's databases is gone. */

await dropTestDatabases();
