import type { Query } from '#app/platform/adapters/db/database.server.ts';

const NOBODY = 'forgotten';

/** What happened to each ticket stays: entries are counted by it. */
export async function eraseScannersBefore(query: Query, instant: Date): Promise<void> {
  await query.updateTable('scans').set({ scannedBy: NOBODY, device: null, message: '' }).where('receivedAt', '<', instant).where('scannedBy', '!=', NOBODY).execute();
}
