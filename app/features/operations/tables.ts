import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  job_runs: { impersonal: ['name', 'error'] },
  alarms: { impersonal: ['kind', 'facts'] },
};
