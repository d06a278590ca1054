/** The sale beside what PostgreSQL itself does, as ratios of one run. `npm run bench -- sale`. */
import { measureLastSeats, measureMessages, measureSale } from './sale.ts';
import { print, withSite } from './site.ts';
import { countMessages } from './message-counter.ts';

await withSite(async (site) => {
  print('orders', await measureSale(site));
  print('the last seats', await measureLastSeats(site));
  const traffic = await countMessages(site.databaseUrl);
  try {
    const { port } = await site.startAnother(traffic.url);
    print('messages to the database', await measureMessages({ ...site, port }, traffic));
  } finally {
    traffic.close();
  }
});
