import type { BrowserContext, Page } from 'playwright-core';

/**
 * Slows journeys down, so that a test that only holds on a fast machine fails here first:
 * `COMBOI_THROTTLE=scripts,data npx vitest run --project journeys`.
 *
 * - `scripts`: the server's HTML is there long before the scripts are.
 * - `styles`: sheets come later than the HTML.
 * - `data`: what scripts ask for takes its time.
 * - `processor`: the browser computes six times slower.
 */
const KINDS = ['scripts', 'styles', 'data', 'processor'] as const;
type Kind = (typeof KINDS)[number];

const LATE_MS = 1_500;
const SLOWER = 6;

const LATE: Partial<Record<Kind, (url: URL) => boolean>> = {
  scripts: ({ pathname }) => pathname.endsWith('.js'),
  styles: ({ pathname }) => pathname.endsWith('.css'),
  data: ({ pathname }) => pathname.endsWith('.data') || pathname.startsWith('/api/'),
};

function chosenKinds(): Kind[] {
  const requested = (process.env['COMBOI_THROTTLE'] ?? '').split(',').filter((word) => word !== '');
  const unknown = requested.filter((word) => !KINDS.some((kind) => kind === word));
  if (unknown.length > 0) throw new Error(`COMBOI_THROTTLE knows ${KINDS.join(', ')}, not ${unknown.join(', ')}`);
  return KINDS.filter((kind) => requested.includes(kind));
}

/** Applies the chosen kinds to all tabs of a browser context. */
export async function throttle(context: BrowserContext): Promise<void> {
  for (const kind of chosenKinds()) {
    const late = LATE[kind];
    if (late === undefined) context.on('page', (page) => void slowDown(page));
    else {
      await context.route(late, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        // The tab may be closed by now.
        await route.fallback().catch(() => undefined);
      });
    }
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}
