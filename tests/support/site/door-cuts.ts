import type { BrowserContext, Page, Route } from 'playwright-core';

import { scriptsAtWork, type Visit } from '../browser/browser.ts';
import { signIn } from '../people/account-holder.ts';
import { button, press } from '../people/shopper.ts';
import { DOOR_PAGE, DOOR_STEWARD, haveTime, wedge } from './door-phones.ts';

/** What a phone fetches to be ready, by what it asks for. */
const RESOURCES = {
  list: '**/api/door/*/list',
  page: (url: URL) => url.pathname === DOOR_PAGE || url.pathname === '/porta',
  decoder: '**/assets/qr-reader-*.js*',
  wasm: '**/assets/*.wasm',
} as const;

export type ResourceName = keyof typeof RESOURCES;
export const ALL_RESOURCES = Object.keys(RESOURCES) as ResourceName[];

export interface Cut {
  /** The address of a pass; null for an account. */
  pass: string | null;
  /** The event that is open first, and whether the one that is asked about is chosen afterwards. */
  other: number | null;
  /** The network goes with the first request of this kind, so many milliseconds after the last choice, or once all is there. */
  at: ResourceName | number | 'ready';
  /** Fails once, and comes when it is asked for again; 'always' never comes. */
  refused?: { what: ResourceName; times: 'once' | 'always' };
}

const isFetch = (route: Route): boolean => route.request().resourceType() !== 'document';

/** Scripts that are there in time; a page that was cut off before them never comes to life. */
const ALIVE_MS = 30_000;

export const readyOf = async (page: Page): Promise<boolean> => (await page.locator('[data-ready="true"]').count()) > 0;

/** Opens the door of an event and cuts the network at a moment. What the light said then comes back. */
export async function openAndCut({ context, page }: Visit, { eventId, cut }: { eventId: number; cut: Cut }): Promise<{ claimsReady: boolean }> {
  const { promise: isCut, resolve } = Promise.withResolvers<void>();
  const { at, refused, other, pass } = cut;
  if (refused !== undefined) await refuse(context, refused);
  const cutNow = async (): Promise<void> => {
    await context.setOffline(true);
    resolve();
  };
  if (typeof at === 'string' && at !== 'ready') {
    await context.route(RESOURCES[at], async (route) => {
      const isOfOther = at === 'list' && other !== null && route.request().url().includes(`/door/${other}/`);
      if (!isFetch(route) || isOfOther) return route.fallback();
      await cutNow();
      await route.abort().catch(() => {});
    });
  }
  await context.addInitScript(
    (id) => {
      // The browser's own error page runs this as well, and has no storage.
      if (location.protocol.startsWith('http') && localStorage.getItem('comboi-door') === null) localStorage.setItem('comboi-door', JSON.stringify({ doorName: 'Porta', mark: 'tall', isQuick: false, mode: 'in', event: { id, at: Date.now() }, cameraId: null }));
    },
    other ?? eventId,
  );
  await haveTime(page);
  if (pass === null) await signIn(page, DOOR_STEWARD);
  await page.goto(pass ?? DOOR_PAGE, { waitUntil: 'commit' });
  if (other !== null) {
    await scriptsAtWork(page);
    await page.locator('[data-ready]').waitFor();
    await page.getByLabel('Acte').selectOption(String(eventId));
  }
  if (at === 'ready') await page.locator('[data-ready="true"]').waitFor();
  if (typeof at === 'number') await page.waitForTimeout(at);
  if (typeof at === 'number' || at === 'ready') await cutNow();
  await isCut;
  return { claimsReady: await readyOf(page) };
}

async function refuse(context: BrowserContext, { what, times }: NonNullable<Cut['refused']>): Promise<void> {
  let refusedSoFar = 0;
  await context.route(RESOURCES[what], async (route) => {
    if (!isFetch(route) || (times === 'once' && refusedSoFar > 0)) return route.fallback();
    refusedSoFar += 1;
    await route.abort();
  });
}

async function isDecidedHere(page: Page, ticketId: string): Promise<boolean> {
  await wedge(page, ticketId);
  const seen = page.getByText('Decidit sense connexió').or(page.getByRole('alert'));
  await seen.first().waitFor();
  const isDecided = (await page.getByText('✅ Disponible').count()) > 0 && (await page.getByText('Decidit sense connexió').count()) > 0;
  if (isDecided) await press(button(page, 'Cancel·lar'));
  return isDecided;
}

/** With its scripts at work; a pass's page then opens its door. */
async function comesAlive(page: Page): Promise<boolean> {
  const isAtWork = await Promise.race([scriptsAtWork(page).then(() => true, () => false), page.waitForTimeout(ALIVE_MS).then(() => false, () => false)]);
  if (!isAtWork) return false;
  const door = page.getByLabel('Acte');
  await door.or(page.getByRole('heading', { name: 'Sense connexió' })).first().waitFor();
  return (await door.count()) > 0;
}

/** What this phone can really do now: look at a ticket, come up again, look at another one and read a code with its camera. */
export async function worksWithoutNetwork(page: Page, ticketId: string): Promise<{ works: boolean; why: string }> {
  if (!(await comesAlive(page))) return { works: false, why: 'never came to life' };
  if (!(await isDecidedHere(page, ticketId))) return { works: false, why: 'no decision' };
  // A worker that started amid the cut has not heard of it.
  await page.context().setOffline(true);
  const isThere = await page.reload({ waitUntil: 'commit' }).then(() => true, () => false);
  if (!isThere) return { works: false, why: 'no page after a reload' };
  if (!(await comesAlive(page))) return { works: false, why: 'no scripts after a reload' };
  if (!(await isDecidedHere(page, ticketId))) return { works: false, why: 'no decision after a reload' };
  await press(button(page, 'Escanejar codi QR'));
  await page.getByText('Previsualització del Tiquet').or(page.getByText(/Error accedint a la càmera/)).first().waitFor();
  if ((await page.getByText(/Error accedint a la càmera/).count()) > 0) return { works: false, why: 'no decoder' };
  // The light is folded away while an answer is shown.
  await press(button(page, 'Cancel·lar'));
  return { works: true, why: '' };
}
