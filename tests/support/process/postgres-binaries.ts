import { installedPostgres, type PostgresBinaries } from '#app/platform/adapters/embedded-postgres/binaries.server.ts';

export type PostgresVersion = '15' | '18';

/** 18 is what the product brings along, 15 the oldest that an installation may have. */
export function postgresBinaries(version: PostgresVersion): PostgresBinaries {
  return version === '18' ? installedPostgres() : installedPostgres(`postgres-15-${process.platform}-${process.arch}`);
}
