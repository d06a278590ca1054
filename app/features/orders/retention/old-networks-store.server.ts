import type { Query } from '#app/platform/adapters/db/database.server.ts';

export async function eraseNetworksBefore(query: Query, instant: Date): Promise<void> {
  await query.updateTable('orders').set({ networkHash: null }).where('networkHash', 'is not', null).where('createdAt', '<', instant).execute();
}
