import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { ModelEvent, ModelVoucher, PriceCategory } from '../model.ts';
import { type Reckoned, usesOf } from '../pricing.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

/** Makes codes of some kind, for an event or for all. */
export async function makeVouchers(world: World, secretary: Person, { event, hidden }: { event: ModelEvent; hidden: ModelEvent | undefined }): Promise<void> {
  const { dice } = secretary;
  const drawn = dice.pick(['percent', 'percent', 'amount', 'category', 'free', 'unlock'] as const);
  const kind = drawn === 'unlock' && hidden === undefined ? 'percent' : drawn;
  const value = kind === 'percent' ? dice.between(1, 100) : dice.between(1, 3_000);
  const per = dice.pick(['order', 'ticket'] as const);
  const category = dice.pick<'socio' | 'comision'>(['socio', 'comision']);
  const terms = {
    kind,
    eventIds: kind === 'unlock' ? [hidden!.id] : dice.chance(0.5) ? [event.id] : [],
    uses: dice.between(1, 4),
    perMailbox: dice.chance(0.3) ? 1 : null,
    ticketLimit: kind !== 'unlock' && dice.chance(0.4) ? dice.between(1, 2) : null,
    combines: kind !== 'unlock' && dice.chance(0.4),
    ...((kind === 'percent' || kind === 'amount') && { value }),
    ...(kind === 'amount' && { per }),
    ...(kind === 'category' && { category }),
  };
  const { status, body } = await world.insist<{ id: string; codes: string[] } & Problem>(dice, { path: '/api/admin/vouchers', key: `codes-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, secretary, { proved: true }), body: terms });
  if (status !== 201) throw differs(world, `making codes is answered ${status} ${JSON.stringify(body)}`);
  const voucher: ModelVoucher = { ...terms, id: body.id, code: body.codes[0]!, value: 'value' in terms ? value : 0, per: kind === 'amount' ? per : null, category: kind === 'category' ? (category satisfies PriceCategory) : null, isEnded: false };
  world.model.vouchers.set(voucher.id, voucher);
  world.record.did(secretary.name, `makes a code, ${voucher.code}: ${JSON.stringify(terms)}`);
}

/** Reads what became of a code; then it may be over. */
export async function lookAtVoucher(world: World, secretary: Person, voucher: ModelVoucher): Promise<void> {
  const { dice } = secretary;
  const path = `/api/admin/vouchers/${voucher.id}`;
  const cookie = await cookieFor(world, secretary, { proved: true });
  const { status, body } = await world.insist<{ used: number; worth: number }>(dice, { path, cookie });
  const { surely, may } = usesOf(world.model, voucher.id, world.clock.now());
  if (status !== 200) throw differs(world, `code ${voucher.code} is answered ${status}`);
  // Orders of days that are past are forgotten here, not there.
  if (body.used < surely) throw differs(world, `code ${voucher.code} is told to be used ${body.used} times, and is at least ${surely}, perhaps ${may} more`);
  const sheet = await world.insist<string>(dice, { path: `${path}/codes.csv`, cookie });
  if (sheet.status !== 200 || !sheet.body.includes(voucher.code)) throw differs(world, `the sheet of code ${voucher.code} is answered ${sheet.status}`);
  world.record.did(secretary.name, `looks at a code, ${voucher.code}`);
  if (!dice.chance(0.3)) return;
  const ended = await world.insist(dice, { method: 'DELETE', path, cookie });
  // Ended before, or asked again after a lost answer.
  if (ended.status !== 204 && ended.status !== 404) throw differs(world, `ending code ${voucher.code} is answered ${ended.status}`);
  voucher.isEnded = true;
  world.record.did(secretary.name, `ends a code, ${voucher.code}`);
}

interface UsedCode {
  event: ModelEvent;
  voucher: ModelVoucher;
  possible: readonly Reckoned[];
}

export function judgeTakenCode(world: World, person: Person, { event, voucher, possible }: UsedCode): void {
  const about = { eventId: event.id };
  const why = reasonAgainst(event, voucher);
  if (why !== null) throw differs(world, `code ${voucher.code} is taken, and ${why}`, about);
  if (voucher.kind !== 'unlock' && possible.every(({ discount }) => discount === 0)) throw differs(world, `code ${voucher.code} takes nothing off and is used up`, about);
  const { surely } = usesOf(world.model, voucher.id, world.clock.now());
  if (surely >= voucher.uses) throw differs(world, `code ${voucher.code} of ${voucher.uses} uses is taken once more`, about);
  const own = usesOf(world.model, voucher.id, world.clock.now(), person.email);
  if (voucher.perMailbox !== null && own.surely >= voucher.perMailbox) throw differs(world, `code ${voucher.code} is taken by ${person.email} once more`, about);
}

/** A code may be refused where something speaks against it. */
export function judgeRefusedCode(world: World, person: Person, { event, voucher, possible, code }: Omit<UsedCode, 'voucher'> & { voucher: ModelVoucher | null; code: string }): void {
  const about = { eventId: event.id };
  if (voucher === null) throw differs(world, `an order without a code is refused ${code}`, about);
  const now = world.clock.now();
  const [used, own] = [usesOf(world.model, voucher.id, now), usesOf(world.model, voucher.id, now, person.email)];
  // Orders of days that are past are forgotten, and with them how often a code of all events was used.
  const isUsedUp = used.surely + used.may >= voucher.uses || voucher.eventIds.length === 0;
  const isOwnUsedUp = voucher.perMailbox !== null && (own.surely + own.may >= voucher.perMailbox || voucher.eventIds.length === 0);
  const takesNothing = voucher.kind !== 'unlock' && possible.some(({ discount }) => discount === 0);
  if (!isUsedUp && !isOwnUsedUp && !takesNothing && reasonAgainst(event, voucher) === null) throw differs(world, `code ${voucher.code} is refused ${code} to ${person.name}`, about);
}

function reasonAgainst(event: ModelEvent, { isEnded, eventIds }: ModelVoucher): string | null {
  if (isEnded) return 'was ended';
  return eventIds.length > 0 && !eventIds.includes(event.id) ? 'is for another event' : null;
}

/** A code that opens an event which somebody would not see. */
export function keyToHiddenEvent(world: World, sees: (event: ModelEvent) => boolean): { event: ModelEvent; voucher: ModelVoucher } | null {
  const today = dayInMadrid(world.clock.now());
  for (const voucher of world.model.vouchers.values()) {
    const event = voucher.kind === 'unlock' ? world.model.events.get(voucher.eventIds[0]!) : undefined;
    if (event !== undefined && event.state === 'open' && event.date > today && !sees(event)) return { event, voucher };
  }
  return null;
}
