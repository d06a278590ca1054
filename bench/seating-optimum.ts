import loadHighs from 'highs';

import type { Dinner } from './seating.ts';

/** The fewest groups that have to be divided, given that as few orders are divided as can be. */
export interface Optimum {
  ordersDivided: number;
  groupsDivided: number;
  isExact: boolean;
  ms: number;
}

const LIMIT_S = 60;
const highs = await loadHighs();

/** All ways to fill so many seats, as sizes. */
function partitions(seats: number, top = seats): number[][] {
  if (seats === 0) return [[]];
  return Array.from({ length: Math.min(seats, top) }, (_, at) => at + 1).flatMap((size) => partitions(seats - size, size).map((rest) => [size, ...rest]));
}

interface Model {
  text: string;
  groups: number;
}

/**
 * A cutting-stock model: how many tables are filled in which way (x), how many groups of which orders stay whole (y), and how many orders of which
 * size are divided how (u). It knows no table and nobody by name, so it has none of the symmetries of a model of who sits where.
 */
function modelOf({ tables, orders }: Dinner, { mayDivideOrders, isRelaxed }: { mayDivideOrders: boolean; isRelaxed: boolean }): Model {
  const largest = Math.max(...tables.map(({ seats }) => seats));
  const byGroup = Map.groupBy(orders.filter(({ groupId }) => groupId !== null), ({ groupId }) => groupId);
  const kinds = [...Map.groupBy([...byGroup.values()].map((theirs) => theirs.map(({ tickets }) => tickets.length).toSorted((a, b) => a - b)), (sizes) => sizes.join()).values()].map((same) => ({ sizes: same[0]!, count: same.length }));
  const alone = orders.filter(({ groupId }) => groupId === null).map(({ tickets }) => tickets.length);
  const kindsOfTable = [...Map.groupBy(tables.map(({ seats }) => seats), (seats) => seats)].map(([seats, same]) => ({ seats, count: same.length }));
  const most = Math.max(largest, ...orders.map((order) => order.tickets.length));

  const columns: string[] = [];
  const lines: string[] = [];
  const needed = Array.from({ length: most + 1 }, () => ({ terms: [] as string[], least: 0 }));
  for (const [t, { seats, count }] of kindsOfTable.entries()) {
    const ways = partitions(seats);
    for (const [p, way] of ways.entries()) {
      columns.push(`x${t}_${p}`);
      for (const [size, same] of Map.groupBy(way, (one) => one)) needed[size]!.terms.push(`+ ${same.length} x${t}_${p}`);
    }
    lines.push(`tables${t}: ${ways.map((_, p) => `x${t}_${p}`).join(' + ')} <= ${count}`);
  }
  const bounds: string[] = [];
  const whole: string[] = [];
  const splittable = Array.from({ length: most + 1 }, () => ({ terms: [] as string[], most: 0 }));
  for (const [g, { sizes, count }] of kinds.entries()) {
    const size = sizes.reduce((all, one) => all + one, 0);
    columns.push(`y${g}`);
    whole.push(`y${g}`);
    bounds.push(`0 <= y${g} <= ${size > largest ? 0 : count}`);
    if (size <= largest) needed[size]!.terms.push(`- y${g}`);
    for (const [one, same] of Map.groupBy(sizes, (each) => each)) {
      needed[one]!.least += count * same.length;
      needed[one]!.terms.push(`+ ${same.length} y${g}`);
      splittable[one]!.terms.push(`+ ${same.length} y${g}`);
      splittable[one]!.most += count * same.length;
    }
  }
  for (const size of alone) {
    needed[size]!.least += 1;
    splittable[size]!.most += 1;
  }
  const divided: string[] = [];
  if (mayDivideOrders) {
    for (let size = 2; size <= most; size += 1) {
      if (splittable[size]!.most === 0) continue;
      const ways = partitions(size).filter((way) => way.length > 1);
      for (const [q, way] of ways.entries()) {
        divided.push(`u${size}_${q}`);
        needed[size]!.terms.push(`+ u${size}_${q}`);
        for (const [one, same] of Map.groupBy(way, (each) => each)) needed[one]!.terms.push(`- ${same.length} u${size}_${q}`);
      }
      lines.push(`split${size}: ${[...ways.map((_, q) => `+ u${size}_${q}`), ...splittable[size]!.terms].join(' ')} <= ${splittable[size]!.most}`);
    }
  }
  for (const [size, { terms, least }] of needed.entries()) if (size > 0 && terms.length > 0) lines.push(`size${size}: ${terms.join(' ')} >= ${least}`);
  const groups = kinds.reduce((all, { count }) => all + count, 0);
  const goal = [...divided.map((name) => `+ ${groups + 1} ${name}`), ...whole.map((name) => `- ${name}`)].join(' ');
  return { text: `Minimize\n cost: ${goal}\nSubject To\n ${lines.join('\n ')}\nBounds\n ${bounds.join('\n ')}\n${isRelaxed ? '' : `General\n ${[...columns, ...divided].join(' ')}\n`}End\n`, groups };
}

export function optimumOf(dinner: Dinner): Optimum {
  const begun = performance.now();
  for (const mayDivideOrders of [false, true]) {
    const { text, groups } = modelOf(dinner, { mayDivideOrders, isRelaxed: false });
    const { Status, ObjectiveValue } = highs.solve(text, { output_flag: false, time_limit: LIMIT_S, mip_rel_gap: 0 });
    if (Status === 'Infeasible') continue;
    const isExact = Status === 'Optimal';
    const value = isExact ? Math.round(ObjectiveValue) : relaxedOptimum(dinner, mayDivideOrders);
    const ordersDivided = mayDivideOrders ? Math.ceil(value / (groups + 1)) : 0;
    return { ordersDivided, groupsDivided: groups + value - ordersDivided * (groups + 1), isExact, ms: performance.now() - begun };
  }
  throw new Error('there are more people than seats');
}

function relaxedOptimum(dinner: Dinner, mayDivideOrders: boolean): number {
  const { ObjectiveValue } = highs.solve(modelOf(dinner, { mayDivideOrders, isRelaxed: true }).text, { output_flag: false, time_limit: LIMIT_S });
  return Math.ceil(ObjectiveValue - 1e-6);
}

/** No plan divides fewer groups than the relaxed packing, in which tables may be filled by halves. */
export function relaxedBound(dinner: Dinner): number {
  const { groups } = modelOf(dinner, { mayDivideOrders: false, isRelaxed: true });
  return Math.max(0, groups + relaxedOptimum(dinner, true));
}
