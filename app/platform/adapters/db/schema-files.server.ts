import { createHash } from 'node:crypto';

export interface SchemaFiles {
  baseline: string;
  migrations: Record<string, string>;
  functions: Record<string, string>;
}

export interface SchemaFile {
  name: string;
  text: string;
  checksum: string;
}

export const BASELINE = 'baseline.sql';

export const bundledSchema: SchemaFiles = {
  baseline: Object.values(import.meta.glob<string>('/db/baseline.sql', { query: '?raw', import: 'default', eager: true }))[0]!,
  migrations: import.meta.glob<string>('/db/migrations/*.sql', { query: '?raw', import: 'default', eager: true }),
  functions: import.meta.glob<string>('/db/functions/**/*.sql', { query: '?raw', import: 'default', eager: true }),
};

export function migrationsOf({ baseline, migrations }: SchemaFiles): SchemaFile[] {
  return [fileOf(BASELINE, baseline), ...sorted(migrations)];
}

export function functionsOf({ functions }: SchemaFiles): SchemaFile[] {
  return sorted(functions);
}

function sorted(files: Record<string, string>): SchemaFile[] {
  return Object.entries(files)
    .map(([path, text]) => fileOf(path.split('/').at(-1) ?? path, text))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function fileOf(name: string, text: string): SchemaFile {
  return { name, text, checksum: checksumOf(text) };
}

export function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
