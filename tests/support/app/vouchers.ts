import { parseVoucherCode } from '#app/domain/vouchers/voucher-code.ts';
import type { NewVoucherBody } from '#app/features/vouchers/schema.ts';

import type { Deps } from '#app/platform/deps.server.ts';

import type { TestApp } from './test-app.ts';

export interface MadeVoucher {
  id: string;
  codes: string[];
}

/** Makes codes as an admin's program would; one that takes twenty per cent off, once, unless told. */
export async function aVoucher(app: Pick<TestApp, 'ask'>, admin: string, body: Partial<NewVoucherBody> = {}): Promise<MadeVoucher & { code: string }> {
  const response = await app.ask('/api/admin/vouchers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: admin },
    body: JSON.stringify({ kind: 'percent', uses: 1, ...((body.kind ?? 'percent') === 'percent' && { value: 20 }), ...body }),
  });
  if (response.status !== 201) throw new Error(`no voucher: ${response.status} ${await response.text()}`);
  const made = (await response.json()) as MadeVoucher;
  return { ...made, code: made.codes[0]! };
}

/** A code in words of its own, for whoever walks about without an admin. */
export async function aNamedCode(site: Pick<TestApp, 'db' | 'deps'> & { clock: Deps['clock'] }, label: string, { uses = 100_000, percent = 20, opens }: { uses?: number; percent?: number; opens?: number } = {}): Promise<string> {
  const code = parseVoucherCode(label)!;
  if ((await site.db.query.selectFrom('voucherCodes').select('code').where('code', '=', code).execute()).length > 0) return label;
  const id = site.deps.ids.uuid();
  await site.db.query.insertInto('vouchers').values({ id, ...(opens === undefined ? { kind: 'percent', value: percent } : { kind: 'unlock', value: null }), per: null, category: null, uses, perMailbox: null, ticketLimit: null, combines: false, startsAt: null, endsAt: null, note: null, createdAt: site.clock.now(), createdBy: null }).execute();
  if (opens !== undefined) await site.db.query.insertInto('voucherEvents').values({ voucherId: id, eventId: opens }).execute();
  await site.db.query.insertInto('voucherCodes').values({ code, voucherId: id, label, position: 0 }).execute();
  return label;
}
