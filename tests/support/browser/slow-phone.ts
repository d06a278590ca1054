import { gzipSync } from 'node:zlib';

import type { Browser, Page } from 'playwright-core';

import { visitSite } from './browser.ts';

const PROCESSOR = 4;
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = (1.6 * 1_000_000) / 8;

export async function beSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: ROUND_TRIP_MS, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND });
}

export interface FirstVisit {
  firstPaint: number;
  largestPaint: number;
  largest: string;
  shift: number;
  bytes: number;
  kinds: Record<string, number>;
  scripts: number;
}

/** Bytes on the wire of the scripts that a page names itself, without what is fetched ahead once it is at rest. */
export async function ownScripts(url: string, path: string): Promise<number> {
  const html = await (await fetch(url + path)).text();
  const named = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  const sizes = [...named].map(async (script) => {
    const answer = await fetch(url + script, { headers: { 'Accept-Encoding': 'br' } });
    await answer.arrayBuffer();
    return Number(answer.headers.get('Content-Length') ?? Number.NaN);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

interface Seen {
  largestPaint: number;
  largest: string;
  shift: number;
}

export async function firstVisit(browser: Browser, { url, path }: { url: string; path: string }): Promise<FirstVisit> {
  const { page, context, end } = await visitSite(browser, url, { device: 'phone', deviceScaleFactor: 2 });
  let scripts = 0;
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    pending.push(response.body().then((body) => void (scripts += gzipSync(body).byteLength), () => undefined));
  });
  await beSlow(page);
  const session = await context.newCDPSession(page);
  const kindOf = new Map<string, string>();
  const kinds: Record<string, number> = {};
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => kindOf.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    const kind = kindOf.get(requestId) ?? 'Other';
    kinds[kind] = (kinds[kind] ?? 0) + encodedDataLength;
  });
  await session.send('Network.enable');
  await page.addInitScript(() => {
    const seen: Seen = { largestPaint: 0, largest: '', shift: 0 };
    (window as unknown as { seen: Seen }).seen = seen;
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null; url: string };
      seen.largestPaint = last.startTime;
      seen.largest = last.url === '' ? `<${last.element?.tagName.toLowerCase() ?? '?'}> ${last.element?.textContent.trim().slice(0, 30) ?? ''}` : new URL(last.url).pathname;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The stream of live places never comes to rest.
  await page.addInitScript(() => Object.defineProperty(window, 'EventSource', { value: undefined }));
  await page.goto(path, { waitUntil: 'networkidle' });
  await Promise.all(pending);
  const facts = await page.evaluate(() => ({
    ...(window as unknown as { seen: Seen }).seen,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await end();
  return { ...facts, bytes, kinds, scripts };
}
