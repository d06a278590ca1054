import type { Worker } from 'node:worker_threads';

import { describe, expect, test } from 'vitest';

import type { PrintableTicket } from './printable-ticket.ts';
import { ticketPng } from './png/ticket-png.server.ts';
import { openTicketRenderer, type RenderRequest, renderTicketPng, startRenderWorker } from './ticket-renderer.server.ts';

const TICKET: PrintableTicket = {
  id: 'ABCDEFGHIJKLMNOPQRSTUVWXY2',
  ticketNumber: 'ORD-1795217000-4821-T1',
  userRole: 'public',
  price: 1850,
  eventTitle: 'Sopar de Germanor',
  eventImage: '🥘',
  dateText: '15 de març, 2027',
  time: '21:00',
  location: 'Casal, carrer Major 7',
  menu: [],
  extras: [],
};
const PICTURE: RenderRequest = { kind: 'picture', ticket: TICKET };
const UNDRAWABLE: RenderRequest = { kind: 'picture', ticket: { ...TICKET, menu: null as never } };

describe('the ticket press', () => {
  test('prints the very picture that would be drawn here', async () => {
    expect(Buffer.from(await renderTicketPng(TICKET)).equals(await ticketPng(TICKET))).toBe(true);
  });

  test('fails a ticket that cannot be drawn, and only that one', async () => {
    const press = openTicketRenderer(startRenderWorker);
    const [before, broken, after] = await Promise.allSettled([press.print(PICTURE), press.print(UNDRAWABLE), press.print(PICTURE)]);
    expect([before?.status, broken?.status, after?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('fails what was being printed when its worker dies, and prints the next order with a new one', async () => {
    const workers: Worker[] = [];
    const press = openTicketRenderer(() => {
      workers.push(startRenderWorker());
      return workers.at(-1)!;
    });
    const orders = Promise.allSettled([press.print(PICTURE), press.print(PICTURE)]);
    await workers[0]!.terminate();
    expect((await orders).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await press.print(PICTURE)).byteLength).toBeGreaterThan(10_000);
    expect(workers).toHaveLength(2);
  });

  test('gives up on a drawing that takes too long', async () => {
    const press = openTicketRenderer(startRenderWorker, 1);
    await expect(press.print(PICTURE)).rejects.toThrow('stopped');
  });
});
