/** Two processes on one database beside one. `npm run bench -- instances`. */
import { load, type LoadResult, median } from './http-load.ts';
import { orderOf } from './sale.ts';
import { type MeasuredSite, print, withSite } from './site.ts';

const CLIENTS = 64;
const ROUND_MS = 4_000;
const ROUNDS = 5;

await withSite(async (site) => {
  const second = await site.startAnother();
  const [one, two] = [[site.port], [site.port, second.port]];
  const kinds = { orders: orders(site), pages: async (port: number, clients: number) => load({ port, clients, milliseconds: ROUND_MS, expected: 200, call: () => ({ method: 'GET', path: '/tickets' }) }) };
  for (const [name, onto] of Object.entries(kinds)) {
    for (const port of two) await onto(port, CLIENTS);
    const rates: Record<'alone' | 'both', number[]> = { alone: [], both: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.alone.push(await rateOf(one, onto));
      rates.both.push(await rateOf(two, onto));
    }
    print(`${name}, ${CLIENTS} clients`, [['one instance / two', `${median(rates.alone).toFixed(0)}/s / ${median(rates.both).toFixed(0)}/s`], ['ratio', (median(rates.both) / median(rates.alone)).toFixed(2)]]);
  }
});

type Onto = (port: number, clients: number) => Promise<LoadResult>;

function orders({ event }: MeasuredSite): Onto {
  return async (port, clients) => load({ port, clients, milliseconds: ROUND_MS, expected: 201, call: orderOf(event) });
}

async function rateOf(ports: readonly number[], onto: Onto): Promise<number> {
  const results = await Promise.all(ports.map(async (port) => onto(port, CLIENTS / ports.length)));
  if (results.some(({ failures }) => failures > 0)) throw new Error('an answer was not what was expected');
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0);
}
