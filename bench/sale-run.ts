/** The sale beside what PostgreSQL itself does, as ratios of one run. `npm run bench -- sale`. */
import { measureLastSeats, measureMessages, measureSale } from './sale.ts';
import { print, withSite } from './site.ts';
import { countWire } from './wire-counter.ts';

await withSite(async (site) => {
  print('orders', await measureSale(site));
  print('the last seats', await measureLastSeats(site));
  const wire = await countWire(site.databaseUrl);
  try {
    const { port } = await site.startAnother(wire.url);
    print('messages to the database', await measureMessages({ ...site, port }, wire));
  } finally {
    wire.close();
  }
});
