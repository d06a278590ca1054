import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { DEMO_PASSWORD, cookieOf } from '#tests/support/people/buyers.ts';

import { type Dice, diceOf } from '../dice.ts';
import type { PriceCategory } from '../model.ts';
import type { World } from '../world.ts';

/** Somebody with a memory: an address, perhaps an account, the network they sit at. */
export interface Person {
  name: string;
  email: string;
  /** Pays these prices and sees these events. */
  category: PriceCategory;
  password: string | null;
  isStaff: boolean;
  /** An admin may have taken the account away meanwhile. */
  mayBeShutOut: boolean;
  cookie: string | null;
  address: string;
  dice: Dice;
  orders: string[];
}

/** Less than a password counts as shown just now. */
const PROVED_MS = 14 * 60_000;
/** Less than a session lives: of staff who do nothing, of others. */
const [STAFF_SESSION_MS, SESSION_MS] = [6 * 60 * 60_000, 29 * 24 * 60 * 60_000];

export function aPerson(world: World, input: Pick<Person, 'name' | 'email' | 'category'> & { password?: string | null; isStaff?: boolean; mayBeShutOut?: boolean; index: number }): Person {
  const { index, password = null, isStaff = false, mayBeShutOut = false, ...who } = input;
  return { ...who, password, isStaff, mayBeShutOut, cookie: null, address: `10.9.${index >> 8}.${index & 255}`, dice: diceOf(world.dice.fork(who.name), () => dayInMadrid(world.clock.now())), orders: [] };
}

export const staffOf = (world: World, index: number, input: { name: string; email: string }): Person => aPerson(world, { ...input, category: 'public', password: DEMO_PASSWORD, isStaff: true, index });

const signedInAt = new WeakMap<Person, number>();

/** The cookie of a person with an account, who signs in where it is long ago; `proved`: for what asks for the password once more. */
export async function cookieFor(world: World, person: Person, { proved = false }: { proved?: boolean } = {}): Promise<string | null> {
  if (person.password === null) return null;
  const now = world.clock.now().getTime();
  const since = signedInAt.get(person);
  if (person.cookie !== null && since !== undefined && now - since < (proved ? PROVED_MS : person.isStaff ? STAFF_SESSION_MS : SESSION_MS)) return person.cookie;
  const { status, headers } = await world.insist(person.dice, { path: '/api/session', body: { email: person.email, password: person.password }, address: person.address });
  if (status !== 204 && person.mayBeShutOut) return null;
  if (status !== 204) throw new Error(`${person.name} could not sign in: ${status}`);
  signedInAt.set(person, now);
  person.cookie = cookieOf(headers);
  return person.cookie;
}
