import { expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { scriptsAtWork, visitSite } from '#tests/support/browser/browser.ts';
import { launchWithCamera } from '#tests/support/browser/fake-camera.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { openDoor, quick, sell } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

/** What a phone has and Chromium's invented camera has not. */
const A_PHONE = (): void => {
  const seen = { lights: [] as unknown[], awake: 0 };
  Object.assign(window, { seen });
  const capabilities = MediaStreamTrack.prototype.getCapabilities;
  MediaStreamTrack.prototype.getCapabilities = function () {
    return { ...capabilities.call(this), torch: true } as MediaTrackCapabilities;
  };
  const apply = MediaStreamTrack.prototype.applyConstraints;
  MediaStreamTrack.prototype.applyConstraints = async function (constraints) {
    const torch = (constraints?.advanced?.[0] as { torch?: boolean } | undefined)?.torch;
    if (torch === undefined) return apply.call(this, constraints);
    seen.lights.push(torch);
  };
  const devices = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  navigator.mediaDevices.enumerateDevices = async () => [...(await devices()), { kind: 'videoinput', deviceId: 'f'.repeat(64), groupId: '', label: 'Gran angular', toJSON: () => ({}) }];
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (type) => {
    seen.awake += 1;
    return request(type);
  };
};

test('the phone in hand: light, a choice of cameras, a screen that stays awake; and none of them where it has none', async ({ site }) => {
  const event = await anEvent(site);
  // Another event's ticket keeps the camera from closing: quick mode scans on.
  const [elsewhere] = await sell(site, await anEvent(site), 1);
  const { browser } = await launchWithCamera([elsewhere!.id]);
  const phone = await visitSite(browser, site.url, { device: 'phone' });
  await phone.context.addInitScript(A_PHONE);
  const { page } = phone;
  const seen = (): Promise<{ lights: unknown[]; awake: number }> => page.evaluate(() => (window as unknown as { seen: { lights: unknown[]; awake: number } }).seen);
  await openDoor(page, event);
  expect((await seen()).awake).toBe(0);
  await quick(page);
  await expect.poll(async () => (await seen()).awake).toBeGreaterThan(0);
  await press(button(page, 'Escanejar codi QR'));
  await page.getByText('Detall:').waitFor();
  await press(button(page, 'Següent'));
  const light = button(page, /Llum/);
  await press(light);
  await expect.poll(() => light.getAttribute('aria-pressed')).toBe('true');
  await press(light);
  await expect.poll(async () => (await seen()).lights).toEqual([true, false]);
  // A camera that was chosen once and is gone, as after a change of phone.
  const cameras = page.getByRole('combobox', { name: 'Càmera' });
  await cameras.selectOption({ label: 'Gran angular' });
  await page.getByText(/^Error accedint a la càmera: ./).waitFor();
  await press(button(page, 'Escanejar codi QR'));
  // A ticket that is read again covers them.
  await expect.poll(() => page.locator('label', { hasText: 'Càmera' }).locator('select').inputValue()).toBe('');
  await phone.end();

  const plain = await visitSite(browser, site.url, { device: 'phone' });
  await openDoor(plain.page, event);
  await quick(plain.page);
  await press(button(plain.page, 'Escanejar codi QR'));
  await plain.page.getByText('Detall:').waitFor();
  await press(button(plain.page, 'Següent'));
  await button(plain.page, 'Tancar càmera').waitFor();
  expect(await button(plain.page, /Llum/).count()).toBe(0);
  await plain.end();
  expect([...phone.problems, ...plain.problems]).toEqual([]);
});

test('the counters come by one stream a browser, only where they are seen, and by asking where nothing streams', async ({ visit, site }) => {
  const event = await anEvent(site);
  await sell(site, event, 2);
  const page = await visit({ device: 'phone', expected: [/ERR_FAILED/], offline: true });
  const streams = { open: 0, begun: 0 };
  const isStream = (request: { url(): string; headers(): Record<string, string> }): boolean => request.url().endsWith('/live') && request.headers()['accept'] === 'text/event-stream';
  const context = page.context();
  const here = (request: Parameters<typeof isStream>[0]): boolean => isStream(request) && request.url().includes(`/api/door/${event.id}/`);
  context.on('request', (request) => {
    if (here(request)) [streams.open, streams.begun] = [streams.open + 1, streams.begun + 1];
  });
  const over = (request: Parameters<typeof isStream>[0]): void => {
    if (here(request)) streams.open -= 1;
  };
  context.on('requestfailed', over);
  context.on('requestfinished', over);
  await openDoor(page, event);
  await page.getByLabel(/Han entrat 0 de 2/).waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await scriptsAtWork(other);
  await other.getByLabel('Acte').selectOption(String(event.id));
  await other.getByLabel(/Han entrat 0 de 2/).waitFor();
  expect(streams).toEqual({ open: 1, begun: 1 });

  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  // The other tab takes over.
  await expect.poll(() => streams).toEqual({ open: 1, begun: 2 });
  await other.close();
  await show('visible');
  await expect.poll(() => streams.begun).toBe(3);

  await page.route('**/live', (route) => (isStream(route.request()) ? route.abort() : route.continue()));
  await page.reload();
  await scriptsAtWork(page);
  await page.getByLabel('Acte').selectOption(String(event.id));
  await page.getByLabel(/Han entrat 0 de 2/).waitFor();
});
