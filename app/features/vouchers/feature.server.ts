import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { invariants } from './invariants.server.ts';
import { eraseVoucherNotesBefore } from './store.server.ts';
import { tables } from './tables.ts';

export const vouchers: Feature = {
  calls,
  forgets: [{ title: 'Oblidar per a qui eren els codis', after: { days: 30, of: "de l'últim ús" }, delete: (query, { instant }) => eraseVoucherNotesBefore(query, instant) }],
  auditWords: { actions: { 'voucher.made': 'Codis creats', 'voucher.ended': 'Codis acabats' } },
  invariants,
  tables,
};
