import type { Query } from '#app/platform/adapters/db/database.server.ts';

import { selectOpenDrawers } from '../sessions/store.server.ts';

export { MORE_THAN_THERE_IS } from '../till-words.ts';
export { refundSale } from '../sales/refund-sale.server.ts';
export { lockDrawer, mostOf } from '../sessions/drawer.server.ts';
export { insertAdjustment } from './store.server.ts';

export interface OpenDrawer {
  id: string;
  name: string;
}

export async function listOpenDrawers(query: Query): Promise<OpenDrawer[]> {
  return selectOpenDrawers(query);
}
