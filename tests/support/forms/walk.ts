import type { BrowserContext, Page } from 'playwright-core';

import { PAGES } from '#app/features.ts';
import { matchRoutes } from 'react-router';

import { takeLook, usableFaults } from '../browser/usable.ts';
import { signIn } from '../people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '../people/accounts.ts';
import { DEMO_PASSWORD } from '../people/buyers.ts';
import { press } from '../people/shopper.ts';
import type { Site } from '../site/site.ts';
import { declaredActions } from './declared-actions.ts';
import { fillForm, formsOn, markedField, openersOn, type SendableForm } from './page-forms.ts';
import { lookAt, type SentForm, sendForm } from './sent-form.ts';

export type Values = Readonly<Record<string, string>>;

/** A page with something to send, as whoever may. */
export interface Stop {
  /** Its path in the routes. */
  page: string;
  /** A member is a new one each time. */
  who: 'guest' | 'member' | 'admin';
  /** Its address, with things of its own for each form: what one deletes, the next must not miss. Its path where nothing is said. */
  open?(site: Site, page: Page, email: string): Promise<string> | string;
  /** What a person does there before the form can be seen. */
  reach?(page: Page, site: Site): Promise<void>;
  /** What is typed into fields of these names; what is asked for gets something anyway. */
  fill?: Values | ((page: Page) => Promise<Values>);
  files?: (name: string) => Promise<{ name: string; mimeType: string; buffer: Buffer }>;
  /** Only these of its forms, by the beginning of their keys. */
  only?: RegExp;
  /** The forms in the frame of every page, too. */
  framed?: true;
  downloads?: true;
  /** What a phone does not draw. */
  onDesktop?: true;
  /** What it is about is made up, so that a 409 in words is an answer too. */
  mayRefuse?: true;
}

/** What the routes say that a person may send, and what was sent. */
class Ledger {
  /** Forms found on pages, by page and key. */
  readonly found = new Set<string>();
  readonly sent = new Set<string>();
  readonly faults: string[] = [];
  private readonly posted = new Set<string>();
  private readonly visited = new Set<string>();

  /** True of a page that nobody had come to. */
  arrived({ page }: Stop): boolean {
    const isFirst = !this.visited.has(page);
    this.visited.add(page);
    return isFirst;
  }

  sentFrom(where: string, { posted, faults }: SentForm): void {
    this.sent.add(where);
    if (posted !== null) {
      const page = `${patternOf(posted.path)}${posted.index ? ' (panel)' : ''}`;
      this.posted.add(page).add(`${page} ${posted.intent}`.trim());
    }
    this.faults.push(...faults.map((fault) => `${where} ${fault}`));
  }

  /** Pages that nobody came to, forms that were found and not sent, and actions that nothing was posted to. */
  missing(isOurs: (path: string) => boolean): string[] {
    const pages = PAGES.map(({ path }) => path).filter((path) => isOurs(path) && !this.visited.has(path));
    const forms = [...this.found].filter((where) => !this.sent.has(where));
    const actions = declaredActions()
      .filter(({ page }) => isOurs(page))
      .flatMap(({ page, isPanel, intents }) => ['', ...intents].map((intent) => `${page}${isPanel ? ' (panel)' : ''} ${intent}`.trim()))
      .filter((action) => !this.posted.has(action));
    return [...pages.map((page) => `no stop: ${page}`), ...forms.map((form) => `not sent: ${form}`), ...actions.map((action) => `not posted: ${action}`)];
  }
}

/** How many walk at once: most of the time one waits for its page. */
export const BROWSERS = 3;
export const LONGEST_WALK_MS = 30 * 60_000;

export interface Walk {
  site: Site;
  stops: readonly Stop[];
  /** Which pages of the product it is to come to. */
  isOurs(path: string): boolean;
  /** What it leaves out, and why. */
  notSent: Readonly<Record<string, string>>;
}

export interface Walked {
  sent: number;
  found: number;
  /** What went wrong, what was left out without a reason, and reasons that nothing needs. */
  faults: string[];
}

/** Goes to every stop and sends each of its forms, as whoever may; in several browsers at once, a list and what stands in it in one of them. */
export async function walkForms(browsers: readonly BrowserContext[], { site, stops, isOurs, notSent }: Walk): Promise<Walked> {
  const ledger = new Ledger();
  const sections = [...Map.groupBy(stops, sectionOf).values()].toSorted((one, other) => other.length - one.length).values();
  await Promise.all(
    browsers.map(async (browser) => {
      const walker = new Walker(browser, site);
      for (const section of sections) for (const stop of section) await walkStop(walker, { stop, ledger });
    }),
  );
  const missing = ledger.missing(isOurs);
  const needless = Object.keys(notSent).filter((known) => isOurs(/\/\S*/.exec(known)?.[0] ?? '') && !missing.includes(known));
  return { sent: ledger.sent.size, found: ledger.found.size, faults: [...ledger.faults, ...missing.filter((line) => notSent[line] === undefined), ...needless.map((known) => `listed as not sent, and is: ${known}`)] };
}

/** Of '/admin/news/new', '/admin/news'. */
function sectionOf({ page }: Stop): string {
  return page.split('/').slice(0, 3).join('/');
}

/** The path in the routes that the router would choose; the path itself where it is no page's. */
function patternOf(path: string): string {
  const [match] = matchRoutes(ROUTES, path) ?? [];
  return match?.route.path ?? path;
}

const ROUTES = PAGES.flatMap(({ path }) => (path === '/*' ? [] : [{ path }]));

interface Found {
  form: SendableForm;
  /** The question that it stands in. */
  opener: string | null;
}

/** A person who goes from page to page in one tab: a new one costs as much as two pages. */
class Walker {
  private tab: Page | null = null;
  private signedInAs: Stop['who'] | null = null;
  private readonly context: BrowserContext;
  private readonly site: Site;

  constructor(context: BrowserContext, site: Site) {
    this.context = context;
    this.site = site;
  }

  /** Comes to a stop as whoever may; what its page breaks with is noted. */
  async arrive(stop: Stop, broke: (message: string) => void): Promise<Page> {
    const page = await this.cleanTab();
    page.removeAllListeners('pageerror');
    page.on('pageerror', ({ message }) => broke(message));
    await takeLook(page, stop.onDesktop === true ? 'a dark desktop' : 'a light phone');
    const email = await this.signIn(page, stop.who);
    await page.goto((await stop.open?.(this.site, page, email)) ?? stop.page);
    await stop.reach?.(page, this.site);
    return page;
  }

  /** The tab as it is, unless it would ask before leaving. */
  private async cleanTab(): Promise<Page> {
    if (this.tab === null || (await asksBeforeLeaving(this.tab))) this.tab = await this.context.newPage();
    await Promise.all(this.context.pages().filter((page) => page !== this.tab).map((page) => page.close()));
    return this.tab!;
  }

  /** The address of whoever it is; none of a guest. An admin stays signed in. */
  private async signIn(page: Page, who: Stop['who']): Promise<string> {
    if (who === 'admin' && this.signedInAs === who) return ADMIN;
    await this.context.clearCookies();
    this.signedInAs = who;
    if (who === 'guest') return '';
    const { email, password } = who === 'admin' ? { email: ADMIN, password: DEMO_PASSWORD } : { ...(await aMember(this.site)), password: MEMBER_PASSWORD };
    await signIn(page, { email, password });
    return email;
  }
}

async function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

const ADMIN = 'admin@comboi.test';

/** Sends every form of a stop that was not sent from its page before, each from a page that was just opened. */
async function walkStop(walker: Walker, { stop, ledger }: { stop: Stop; ledger: Ledger }): Promise<void> {
  const arrive = (): Promise<Page> => walker.arrive(stop, (message) => ledger.faults.push(`${stop.page} broke: ${message}`));
  const firstPage = await attempt(arrive, (problem) => ledger.faults.push(`${stop.page} was not reached: ${problem}`));
  if (firstPage === null) return;
  if (ledger.arrived(stop)) {
    const looked = await attempt(() => usableFaults(firstPage), (problem) => ledger.faults.push(`${stop.page} could not be looked at: ${problem}`));
    ledger.faults.push(...(looked ?? []).map((fault) => `${stop.page} ${fault}`));
  }
  const all = (await attempt(() => allForms(firstPage, stop), (problem) => ledger.faults.push(`${stop.page} could not be read: ${problem}`))) ?? [];
  // Whoever typed nothing is not asked before leaving.
  if (stop.reach === undefined && (await firstPage.locator('main form[data-dirty="true"]').count()) > 0) ledger.faults.push(`${stop.page} takes an untouched form for a changed one`);
  const wanted = all.map((one) => ({ ...one, where: `${stop.page} ${one.form.key}` })).filter(({ where }) => !ledger.sent.has(where));
  for (const { where } of wanted) ledger.found.add(where);
  let page: Page | null = firstPage;
  for (const { where, form, opener } of wanted) {
    if (stop.only?.test(form.key) === false) continue;
    const sent = await attempt(async () => sendOne(page ?? (await arrive()), { stop, key: form.key, opener }), (problem) => ledger.faults.push(`${where} ${problem}`));
    page = null;
    if (sent !== null) ledger.sentFrom(where, sent);
  }
}

async function attempt<Result>(step: () => Promise<Result>, failed: (problem: string) => unknown): Promise<Result | null> {
  try {
    return await step();
  } catch (error) {
    failed(error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error));
    return null;
  }
}

async function allForms(page: Page, stop: Stop): Promise<Found[]> {
  const found: Found[] = (await ownForms(page, stop)).map((form) => ({ form, opener: null }));
  const known = new Set(found.map(({ form }) => form.key));
  for (const opener of await openerNames(page)) {
    await openQuestion(page, opener);
    for (const form of await ownForms(page, stop)) if (!known.has(form.key)) found.push({ form, opener });
    for (const { form } of found) known.add(form.key);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  return found.filter(({ form }, index) => found.findIndex((other) => other.form.key === form.key) === index);
}

/** Without the search and the sign-out that every page has, which have stops of their own. */
async function ownForms(page: Page, stop: Stop): Promise<SendableForm[]> {
  return (await formsOn(page)).filter(({ to }) => stop.framed === true || patternOf(to) === patternOf(new URL(page.url()).pathname));
}

/** Each of its kind once. */
async function openerNames(page: Page): Promise<string[]> {
  return [...new Set((await openersOn(page).allInnerTexts()).map((text) => text.trim()))];
}

async function openQuestion(page: Page, opener: string): Promise<void> {
  // How many there are may be in its words.
  const words = opener.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+');
  await press(openersOn(page).filter({ hasText: new RegExp(`^\\s*${words}\\s*$`) }).first());
  await page.locator('dialog[open]').first().waitFor();
}

async function formOf(page: Page, key: string): Promise<SendableForm> {
  const form = (await formsOn(page)).find((one) => one.key === key);
  if (form === undefined) throw new Error('is not there any more');
  return form;
}

async function sendOne(page: Page, { stop, key, opener }: { stop: Stop; key: string; opener: string | null }): Promise<SentForm> {
  const values = typeof stop.fill === 'function' ? await stop.fill(page) : (stop.fill ?? {});
  await formsOn(page);
  const before = await lookAt(page);
  if (opener !== null) await openQuestion(page, opener);
  await fillForm(page, await formOf(page, key), values);
  // What is typed may have drawn the page anew.
  const form = await formOf(page, key);
  const file = form.sends === 'file' ? await stop.files?.(await markedField(page, form).evaluate((field: HTMLInputElement) => field.name)) : undefined;
  return sendForm(page, { form, before, downloads: stop.downloads === true, mayRefuse: stop.mayRefuse === true, ...(file !== undefined && { file }) });
}
