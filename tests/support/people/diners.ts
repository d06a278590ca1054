import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { readHallText } from '#app/domain/seating/hall.ts';

import { anEvent } from '../app/events.ts';
import type { Site } from '../site/site.ts';
import { aTicket, ownAddress } from './buyers.ts';
import { payOnline } from './online-buyers.ts';

export interface Dinner {
  eventId: number;
  tableIds: string[];
  /** Orders that are paid: two of them in colles, the third alone. */
  orders: PlacedOrder[];
  codes: string[];
}

interface DinnerInput {
  seated?: boolean;
  published?: boolean;
  hall?: string;
}

/** A dinner with a hall of two rows, two colles, somebody alone, and, where it says so, all of them at a table; published, they are pinned as well. */
export async function aDinnerAtTables(site: Pick<Site, 'url' | 'db' | 'clock' | 'deps'>, { seated = false, published = false, hall = '1 fila de 20, 2 taules de 8' }: DinnerInput = {}): Promise<Dinner> {
  const event = await anEvent(site, { groups: true });
  const { ids } = site.deps;
  await site.db.query.insertInto('halls').values({ eventId: event.id, publishedAt: published ? site.clock.now() : null, changedAt: site.clock.now(), notes: JSON.stringify(['La colla Els de sempre: 14, en dues taules veïnes: la 1 i la 2.']) }).execute();
  const roomId = ids.uuid();
  await site.db.query.insertInto('hallRooms').values({ id: roomId, eventId: event.id, position: 0, name: 'Carpa' }).execute();
  const read = readHallText(hall);
  if ('problem' in read) throw new Error(read.problem);
  const tables = read.tables.map((table, at) => ({ ...table, id: ids.uuid(), eventId: event.id, roomId, number: at + 1, label: null, accessible: at === 3 }));
  await site.db.query.insertInto('hallTables').values(tables).execute();
  const orders: PlacedOrder[] = [];
  for (const [at, name] of ['Els de sempre', 'Quintos', null].entries()) {
    const placed = await fetch(`${site.url}/api/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ownAddress() },
      body: JSON.stringify({ eventId: event.id, email: `comensal${at}@example.com`, userName: 'Empar Foix', tickets: Array.from({ length: 3 - at }, () => aTicket(event)), ...(name !== null && { group: { name, firstName: 'Neus' } }) }),
    });
    const order = (await placed.json()) as PlacedOrder;
    await payOnline(site.url, order);
    orders.push(order);
  }
  if (seated) {
    const tickets = await site.db.query.selectFrom('tickets').select(['id', 'orderId']).where('eventId', '=', event.id).where('status', '=', 'active').execute();
    await site.db.query.insertInto('ticketSeats').values(tickets.map(({ id, orderId }) => ({ ticketId: id, eventId: event.id, tableId: tables[orders.findIndex((order) => order.orderId === orderId) % tables.length]!.id, pinned: published }))).execute();
    await site.db.query.insertInto('seatingVersions').values({ eventId: event.id, version: 0, changedBy: 'user:nobody', changedAt: site.clock.now(), seats: JSON.stringify([]) }).execute();
  }
  return { eventId: event.id, tableIds: tables.map(({ id }) => id), orders, codes: orders.flatMap(({ group }) => (group?.code == null ? [] : [group.code])) };
}
