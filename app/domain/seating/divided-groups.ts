import { packSizes, type Steps, sum } from './pack-sizes.ts';

/** A group that waits for its table, by the sizes of its orders, which stay whole if it is divided. */
export interface GroupToSeat {
  unit: number;
  orders: readonly number[];
}

interface People {
  groups: readonly GroupToSeat[];
  /** Sizes of the orders that are of no group. */
  alone: readonly number[];
  rooms: readonly number[];
}

type Divided = ReadonlySet<GroupToSeat>;

/**
 * As few groups as can be found that have to be divided so that everybody gets a seat and orders stay whole; null where none were found.
 * The largest are divided first, or those with the smallest orders, which fill gaps best; then other sets with one less are tried.
 */
export function groupsToDivide(people: People, steps: Steps): ReadonlySet<number> | null {
  const room = Math.max(0, ...people.rooms);
  const forced = people.groups.filter(({ orders }) => sum(orders) > room);
  const others = people.groups.filter((group) => !forced.includes(group) && group.orders.length > 1);
  const found = ORDERS.map((compare) => firstEnough(people, { forced, others: others.toSorted(compare), steps })).filter((divided) => divided !== null);
  const [best] = found.toSorted((a, b) => a.size - b.size);
  if (best === undefined) return null;
  return new Set([...withFewer(people, best, { forced, others, steps })].map(({ unit }) => unit));
}

function bySize(one: GroupToSeat, other: GroupToSeat): number {
  return sum(other.orders) - sum(one.orders) || one.unit - other.unit;
}

function byFit(one: GroupToSeat, other: GroupToSeat): number {
  return sum(one.orders) / one.orders.length - sum(other.orders) / other.orders.length || bySize(one, other);
}

const ORDERS = [bySize, byFit];

interface Choice {
  forced: readonly GroupToSeat[];
  others: readonly GroupToSeat[];
  steps: Steps;
}

/** The first so many of the others that are enough, found by quartering: the more are divided, the easier it is. */
function firstEnough(people: People, { forced, others, steps }: Choice): Divided | null {
  const first = (count: number): Divided => new Set([...forced, ...others.slice(0, count)]);
  if (fits(people, first(0), steps)) return first(0);
  let enough = others.length;
  if (!fits(people, first(enough), steps)) return null;
  for (let few = 0; enough - few > 1 && steps.left > 0; ) {
    const middle = few + Math.ceil((enough - few) / 4);
    if (fits(people, first(middle), steps)) enough = middle;
    else few = middle;
  }
  return first(enough);
}

function fits({ groups, alone, rooms }: People, divided: Divided, steps: Steps): boolean {
  const sizes = groups.flatMap((group) => (divided.has(group) ? group.orders : [sum(group.orders)]));
  return packSizes([...sizes, ...alone], rooms, steps) !== null;
}

/** One less, and again, until no such set is found. */
function withFewer(people: People, start: Divided, { forced, others, steps }: Choice): Divided {
  let divided = start;
  for (let isFewer = true; isFewer; ) {
    isFewer = false;
    for (const other of setsWithOneLess(divided, { forced, others })) {
      if (steps.left <= 0) return divided;
      if (!fits(people, other, steps)) continue;
      divided = other;
      isFewer = true;
      break;
    }
  }
  return divided;
}

/** Without one of them; then two of them for another one. Groups of the same orders are tried once. */
function* setsWithOneLess(divided: Divided, { forced, others }: Omit<Choice, 'steps'>): Iterable<Divided> {
  const retained = [...divided].filter((group) => !forced.includes(group)).toSorted(bySize);
  for (const group of retained) yield without(divided, [group]);
  const waiting = others.filter((group) => !divided.has(group)).toSorted(byFit);
  const instead = new Map(waiting.map((group) => [profileOf(group), group])).values();
  for (const group of instead) {
    const tried = new Set<string>();
    for (const [at, one] of retained.entries()) {
      for (const other of retained.slice(at + 1)) {
        const pair = `${profileOf(one)} ${profileOf(other)}`;
        if (tried.has(pair)) continue;
        tried.add(pair);
        yield without(divided, [one, other]).add(group);
      }
    }
  }
}

function profileOf({ orders }: GroupToSeat): string {
  return orders.toSorted((a, b) => a - b).join();
}

function without(divided: Divided, gone: readonly GroupToSeat[]): Set<GroupToSeat> {
  return new Set([...divided].filter((group) => !gone.includes(group)));
}
