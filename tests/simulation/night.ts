import { sql } from 'kysely';

import { askAbout } from './actors/secretary.ts';
import type { Person } from './actors/person.ts';
import { askTheDoctor, compare } from './compare.ts';
import { differs } from './difference.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** How the pauses grow after which it is looked whether anything still waits: minutes, then an hour at most. */
const STEPS_MINUTES = [1, 2, 5, 5, 10, 15, 30];
const LONGEST_STEP_MINUTES = 60;
/** Faults have stopped: within this time nothing may wait any more. */
const LONGEST_UNREST_MS = 8 * 60 * MINUTE_MS;
/** Rounds with nothing waiting before a night counts as quiet: what one job leaves, another takes up. */
const QUIET_ROUNDS = 1;

/** The night: faults stop, everything comes to rest, and then model and product must agree. Answers how long it took, in simulated milliseconds. */
export async function restAndCompare(world: World, { secretary, withDoctor }: { secretary: Person; withDoctor: boolean }): Promise<number> {
  world.faults.on = false;
  await world.calm();
  const tookMs = await untilAtRest(world);
  await askAbout(world, secretary, [...world.model.orders.values()].filter(({ isPaidAtBank, state, tickets }) => isPaidAtBank && (state === 'pending' || (state === 'paid' && tickets.length === 0))));
  const begun = performance.now();
  await compare(world);
  world.record.took('compare', performance.now() - begun);
  if (withDoctor) await askTheDoctor(world);
  world.record.took('doctor', performance.now() - begun);
  return tookMs;
}

async function untilAtRest(world: World): Promise<number> {
  const begun = world.clock.now().getTime();
  let quiet = 0;
  for (let round = 0; ; round += 1) {
    const waits = await waiting(world);
    quiet = waits.length === 0 ? quiet + 1 : 0;
    const tookMs = world.clock.now().getTime() - begun;
    if (quiet > QUIET_ROUNDS) return tookMs;
    if (tookMs > LONGEST_UNREST_MS) throw differs(world, `nothing goes wrong any more, and still there wait ${waits.join(', ')}`);
    world.clock.advance((STEPS_MINUTES[round] ?? LONGEST_STEP_MINUTES) * MINUTE_MS);
    await world.rounds();
  }
}

/** What nobody has done yet: mails, refunds, holds that are over, money that nobody noticed, offers that ran out, events whose withdrawal is under way. */
async function waiting(world: World): Promise<string[]> {
  const now = world.clock.now();
  const paid = [...world.model.orders.values()].filter(({ isPaidAtBank, state }) => isPaidAtBank && state === 'pending').map(({ id }) => id);
  const { rows } = await sql<{ what: string }>`
    select 'mail ' || id as what from mails where status in ('pending', 'sending')
    union all select 'refund ' || id from refunds where status in ('due', 'pending')
    union all select 'hold of ' || order_number from orders where status = 'pending_payment' and hold_expires_at < ${now}
    union all select 'money for ' || order_number from orders where status = 'pending_payment' and id::text = any(${paid})
    union all select 'message ' || id from webhook_deliveries where delivered_at is null and given_up_at is null
    union all select 'offer ' || id from waiting_parties where status = 'offered' and offer_expires_at < ${now}
    union all select 'order of a withdrawn event ' || order_number from orders join events on events.id = event_id where withdrawn_at is not null and orders.status in ('paid', 'completed')
      and (exists (select from tickets where order_id = orders.id and tickets.status = 'active')
        or exists (select from left_to_give_back() l where l.order_id = orders.id and l.by_card > 0) and not exists (select from refunds where refunds.order_id = orders.id and reason = 'event_cancelled'))
    `.execute(world.site.db.query);
  return rows.map(({ what }) => what);
}
