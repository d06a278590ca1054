import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, test } from 'vitest';

import { HEAVY_WORK } from '#app/platform/adapters/concurrency-limits.server.ts';
import { createSemaphore } from '#app/platform/adapters/semaphore.server.ts';
import { ISSUER } from '#tests/support/site/an-issuer.ts';
import type { PrintableTicket } from './printable-ticket.ts';
import { ticketPng } from './png/ticket-png.server.ts';
import { openTicketRenderer, type RenderCaller, RendererBusy, type RenderRequest, renderTicketPng, startRenderChild } from './ticket-renderer.server.ts';

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
const PICTURE: RenderRequest = { kind: 'picture', ticket: TICKET, issuer: ISSUER };
const DOCUMENT: RenderRequest = { kind: 'document', document: { title: 'Tiquets', issuer: ISSUER, madeAt: new Date('2027-03-15T20:00:00Z'), tickets: Array.from({ length: 20 }, () => TICKET) } };
const UNDRAWABLE: RenderRequest = { kind: 'picture', ticket: { ...TICKET, menu: null as never }, issuer: ISSUER };

const MAIL: RenderCaller = { for: 'mail' };

describe('the ticket renderer', () => {
  test('prints the very picture that would be drawn here', async () => {
    expect(Buffer.from(await renderTicketPng(TICKET, ISSUER)).equals(await ticketPng(TICKET, ISSUER))).toBe(true);
  });

  test('fails a ticket that cannot be drawn, and only that one', async () => {
    const renderer = openTicketRenderer(startRenderChild);
    const [before, broken, after] = await Promise.allSettled([renderer.render(PICTURE, MAIL), renderer.render(UNDRAWABLE, MAIL), renderer.render(PICTURE, MAIL)]);
    expect([before?.status, broken?.status, after?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('fails what was being printed when its process dies, and prints the rest with a new one', async () => {
    const children: ChildProcess[] = [];
    const renderer = openTicketRenderer(() => {
      children.push(startRenderChild());
      return children.at(-1)!;
    });
    const renderings = Promise.allSettled([renderer.render(PICTURE, MAIL), renderer.render(PICTURE, MAIL)]);
    children[0]!.kill('SIGKILL');
    expect((await renderings).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect((await renderer.render(PICTURE, MAIL)).byteLength).toBeGreaterThan(10_000);
    expect(children).toHaveLength(2);
  });

  test('fails what it has no process for, and draws the rest once one can be started', async () => {
    let starts = 0;
    const renderer = openTicketRenderer(() => {
      starts += 1;
      if (starts === 1) throw new Error('spawn ENOMEM');
      return startRenderChild();
    });
    const renderings = await Promise.allSettled([renderer.render(PICTURE, MAIL), renderer.render(PICTURE, MAIL)]);
    expect(renderings.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('ends its process when nothing is drawn for a while, and starts another one for the next drawing', async () => {
    const children: ChildProcess[] = [];
    const renderer = openTicketRenderer(
      () => {
        children.push(startRenderChild());
        return children.at(-1)!;
      },
      { idleMs: 1 },
    );
    await renderer.render(PICTURE, MAIL);
    await once(children[0]!, 'exit');
    expect((await renderer.render(PICTURE, MAIL)).byteLength).toBeGreaterThan(10_000);
    expect(children).toHaveLength(2);
  });

  test('gives up on a drawing that takes too long, counted from its own beginning', async () => {
    const stopped = (): ChildProcess => {
      const child = startRenderChild();
      child.kill('SIGSTOP');
      return child;
    };
    const renderer = openTicketRenderer(stopped, { deadlineMs: 1 });
    await expect(renderer.render(PICTURE, MAIL)).rejects.toThrow('stopped');

    const unhurried = openTicketRenderer(startRenderChild, { deadlineMs: 60_000 });
    await unhurried.render(PICTURE, MAIL);
    const begun = performance.now();
    await unhurried.render(DOCUMENT, MAIL);
    const one = Math.max(20, performance.now() - begun);
    // Together they take longer than the limit, each far less.
    const limit = Math.max(8_000, 20 * one);
    const patient = openTicketRenderer(startRenderChild, { deadlineMs: limit });
    const answers = await Promise.allSettled(Array.from({ length: Math.ceil((1.3 * limit) / one) }, () => patient.render(DOCUMENT, MAIL)));
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('draws mails before pages, keeps a bounded number of pages waiting, and none that nobody waits for', async () => {
    const renderer = openTicketRenderer(startRenderChild);
    const page = { for: 'page' as const, slots: createSemaphore(HEAVY_WORK.drawings) };
    const done: string[] = [];
    const first = renderer.render(DOCUMENT, page).then(() => done.push('page at work'));
    const leaving = new AbortController();
    const left = renderer.render(DOCUMENT, { ...page, signal: leaving.signal });
    const pages = Array.from({ length: 15 }, () => renderer.render(PICTURE, page).then(() => done.push('page')));
    await expect(renderer.render(PICTURE, page)).rejects.toBeInstanceOf(RendererBusy);
    const mail = renderer.render(PICTURE, MAIL).then(() => done.push('mail'));
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    // Its place is free again.
    const late = renderer.render(PICTURE, page).then(() => done.push('late page'));
    await Promise.all([first, mail, late, ...pages]);
    expect(done).toEqual(['page at work', 'mail', ...pages.map(() => 'page'), 'late page']);
  });
});
