import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  scans: { forgotten: ['message', 'scanned_by', 'device'], impersonal: ['nonce', 'kind', 'code', 'ticket_id'] },
  held_scans: { forgotten: ['nonce', 'pass_name', 'hash', 'decision', 'undoes', 'device'], impersonal: ['reason'] },
  door_devices: { forgotten: ['device', 'reported_by'] },
  served_dishes: { impersonal: ['ticket_id', 'section', 'name'] },
};
