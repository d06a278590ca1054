import type { Query } from '#app/platform/adapters/db/database.server.ts';

const NOBODY = 'forgotten';

/** The scans themselves stay: entries are counted by them. */
export async function eraseScannersBefore(query: Query, instant: Date): Promise<void> {
  await query.updateTable('scans').set({ scannedBy: NOBODY, device: null, message: '' }).where('receivedAt', '<', instant).where('scannedBy', '!=', NOBODY).execute();
}
