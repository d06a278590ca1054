import { existsSync } from 'node:fs';

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { throttle } from './throttling.ts';

/** Where machines keep their own Chromium. */
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Nothing but our pages: no calls home, no second try over another protocol, no graphics card, and one process for all tabs of a context. */
const QUIET = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--renderer-process-limit=1'];
/** Our own listener, shut out of the frame that shows a mail. */
const SHUT_OUT = /^console: Blocked script execution in '[^']*\/dev\/mail\//;
const SLOWEST_STEP_MS = 60_000;

/** Chromium of this machine, or the one in an npm package. `COMBOI_CHROMIUM`: a path, or `package` for the latter. */
export async function launchChromium(extra: readonly string[] = []): Promise<Browser> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: await chromiumPath(), args: [...QUIET, ...asRoot, ...extra] });
}

/** The first call unpacks the one of the package: never two at once. */
export async function chromiumPath(): Promise<string> {
  const configured = process.env['COMBOI_CHROMIUM'];
  const own = configured === 'package' ? undefined : (configured ?? USUAL_PLACES.find((place) => existsSync(place)));
  if (own !== undefined) return own;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export type Device = 'phone' | 'desktop' | 'tiny';

const DEVICES: Record<Device, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
  /** The narrowest screen we promise. */
  tiny: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
};

export interface VisitOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled' | 'deviceScaleFactor'> {
  device?: Device;
  /** Complaints that this test provokes; every other one fails it. */
  expected?: readonly RegExp[];
  /** False: no page can store itself for when there is no network, and whoever tests nothing of it is spared its workers. */
  offline?: boolean;
  /** Asked before leaving, goes nevertheless. */
  leaves?: boolean;
}

/** One person's browser: its own cookies and storage. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  /** What went wrong so far: page errors, console errors, policy reports, dialogs, calls to other hosts. */
  problems: string[];
  /** Expected complaints and lost requests, with the seconds since it began: they tell what led to a problem. */
  trail: string[];
  end(): Promise<void>;
}

/**
 * Resolves when React has taken over what the server sent: before that, a press on what only scripts answer is lost. At
 * once where there are no scripts, and on the pages of others.
 */
export async function scriptsAtWork(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.readyState === 'loading') return false;
    if (window.matchMedia('(scripting: none)').matches || document.querySelector('script[type="module"]') === null) return true;
    interface Root {
      stateNode: { current: { memoizedState: { isDehydrated?: boolean } } };
    }
    const [, root] = Object.entries(document).find(([name]) => name.startsWith('__reactContainer$')) ?? [];
    if ((root as Root | undefined)?.stateNode.current.memoizedState.isDehydrated !== false) return false;
    // Effects, which listen and count time, run by a message that was sent before this one.
    return new Promise<boolean>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(true));
      port1.start();
      port2.postMessage(null);
    });
  });
}

/** Moves, and resolves when the script of a screen that comes next has been fetched, with all that it imports. */
export async function fetchedAhead(page: Page, screen: 'checkout' | 'new-order' | 'tickets'): Promise<void> {
  await scriptsAtWork(page);
  await page.mouse.move(2, 2);
  await haveBeenFetched(page, screen);
}

/** The next pages of a phone whose scripts are slow: they come once what this answers is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}

/** Resolves when the script of a screen has been fetched, with all that it imports. */
export async function haveBeenFetched(page: Page, screen: 'calendar' | 'checkout' | 'new-order' | 'tickets'): Promise<void> {
  await page.waitForFunction((name) => {
    const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, { id: string; module: string; imports?: string[] }> } }).__reactRouterManifest;
    const route = Object.values(routes).find(({ id }) => id.endsWith(`/${name}`));
    const fetched = new Set(performance.getEntriesByType('resource').map((entry) => entry.name));
    return route !== undefined && [route.module, ...(route.imports ?? [])].every((script) => fetched.has(new URL(script, window.location.href).href));
  }, screen);
}

/** Resolves when a move by the menu is over. The address changes before the page, and the focus goes to the new one last. */
export async function arrivedByMenu(page: Page): Promise<void> {
  await page.locator('main:focus-within').waitFor();
}

interface Router {
  state: { location: { key: string } };
  navigate: (path: string, how: { flushSync: boolean }) => Promise<void>;
}

/** Goes on without a new document, as by a link, except to pages that have one of their own; resolves when the page is there. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const now = await page
    .evaluate(async (to) => {
      const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
      const { key } = router.state.location;
      (window as LeftWindow).isLeft = true;
      await router.navigate(to, { flushSync: true });
      const isWithin = router.state.location.key !== key;
      (window as LeftWindow).isLeft = !isWithin;
      return isWithin ? 'there' : 'leaving';
    }, path)
    .catch((error: unknown) => (/context was destroyed/.test(String(error)) ? 'leaving' : 'without a router'));
  if (now === 'there') return;
  // A page's own way to its document is under way, and would end another one.
  if (now === 'leaving') await page.waitForFunction(() => (window as LeftWindow).isLeft !== true);
  else await page.goto(path);
  await scriptsAtWork(page);
}

interface LeftWindow extends Window {
  isLeft?: boolean;
}

/** Opens a browser of its own on a site and notes everything that should not happen there. */
export async function visitSite(browser: Browser, siteUrl: string, options: VisitOptions = {}): Promise<Visit> {
  const { device = 'desktop', expected = [], offline = true, leaves = false, ...rest } = options;
  const context = await browser.newContext({
    baseURL: siteUrl,
    locale: 'ca-ES',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers: offline ? 'allow' : 'block',
    ...DEVICES[device],
    ...rest,
  });
  context.setDefaultTimeout(SLOWEST_STEP_MS);
  await throttle(context);
  const problems: string[] = [];
  const trail: string[] = [];
  const begun = performance.now();
  function note(problem: string): void {
    if (![SHUT_OUT, ...expected].some((pattern) => pattern.test(problem))) problems.push(problem);
    leaveTrail(problem);
  }
  function leaveTrail(what: string): void {
    trail.push(`${((performance.now() - begun) / 1000).toFixed(2)} s ${what}`);
  }

  const { origin } = new URL(siteUrl);
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== origin) note(`foreign host: ${url.origin}`);
  });
  context.on('requestfailed', (request) => leaveTrail(`lost: ${request.method()} ${request.url()} ${request.failure()?.errorText}`));
  context.on('weberror', (event) => {
    const { name, message, stack } = event.error();
    note(`page error: ${name}: ${message} ${stack ?? ''}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('dialog', (dialog) => {
    note(`dialog: ${dialog.type()} ${dialog.message()}`);
    // Its tab may be closed by now.
    (leaves ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy report: ${event.violatedDirective} ${event.blockedURI}`);
    });
    const presses: string[] = [];
    (window as PressedWindow).presses = presses;
    for (const type of ['pointerdown', 'pointercancel', 'click', 'submit'] as const) {
      window.addEventListener(
        type,
        (event) => presses.push(`${(performance.now() / 1000).toFixed(2)} s ${type}${event instanceof UIEvent && event.detail > 1 ? ` × ${event.detail}` : ''} ${event.target instanceof Element ? `${event.target.tagName} ${event.target.textContent.trim().slice(0, 40)}` : ''}`),
        { capture: true, passive: true },
      );
    }
  });
  const page = await context.newPage();
  return {
    context,
    page,
    problems,
    trail,
    async end() {
      // A request on its way through a test's own handler ends with its tab, and is no error of any test.
      await Promise.all([context, ...context.pages()].map((tabs) => tabs.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    },
  };
}

interface PressedWindow extends Window {
  presses?: string[];
}

/** What reached this document of presses, for a test that failed: the last ones, with the seconds since it began. */
export async function lastPresses(page: Page): Promise<string> {
  return page.evaluate(() => `${((window as PressedWindow).presses ?? []).slice(-12).join('\n')}\n${(performance.now() / 1000).toFixed(2)} s now`);
}

/** From now on the time of these tabs passes only where a test lets it: `page.clock.runFor(…)`, until `page.clock.resume()`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // Ahead of the time at which a slow machine gets to it: there is no going back.
  await page.clock.pauseAt(Date.now() + 60_000);
}
