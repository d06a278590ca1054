import type { Page } from 'playwright-core';

import { PAGES } from '#app/features.ts';
import { matchPath } from 'react-router';

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
  who: 'guest' | 'member' | 'admin';
  /** Its address, with things of its own for each form: what one deletes, the next must not miss. */
  open(site: Site, page: Page): Promise<string> | string;
  /** What a person does there before the form can be seen. */
  reach?(page: Page, site: Site): Promise<void>;
  /** What is typed into fields of these names; what is asked for gets something anyway. */
  fill?: Values | ((page: Page) => Promise<Values>);
  files?: (name: string) => Promise<{ name: string; mimeType: string; buffer: Buffer }>;
  /** Only these of its forms, by the beginning of their keys. */
  only?: RegExp;
  /** The forms in the frame of every page, too. */
  framed?: true;
  mayRefuse?: true;
  downloads?: true;
}

/** What the routes say that a person may send, and what was sent. */
export class Ledger {
  /** Forms found on pages, by page and key. */
  readonly found = new Set<string>();
  readonly sent = new Set<string>();
  readonly faults: string[] = [];
  private readonly posted = new Set<string>();
  private readonly visited = new Set<string>();

  arrived(stop: Stop): void {
    this.visited.add(stop.page);
  }

  sentFrom(where: string, { posted, faults }: SentForm): void {
    this.sent.add(where);
    if (posted !== null) this.posted.add(`${patternOf(posted.path)}${posted.index ? ' (panel)' : ''} ${posted.intent}`.trim()).add(`${patternOf(posted.path)}${posted.index ? ' (panel)' : ''}`);
    this.faults.push(...faults.map((fault) => `${where} ${fault}`));
  }

  /** Pages that nobody came to, forms that were found and not sent, and actions that nothing was posted to. */
  missing({ isOurs, except }: { isOurs(path: string): boolean; except: Readonly<Record<string, string>> }): string[] {
    const pages = PAGES.map(({ path }) => path).filter((path) => isOurs(path) && !this.visited.has(path));
    const forms = [...this.found].filter((where) => !this.sent.has(where));
    const actions = declaredActions()
      .filter(({ page }) => isOurs(page))
      .flatMap(({ page, isPanel, intents }) => ['', ...intents].map((intent) => `${page}${isPanel ? ' (panel)' : ''} ${intent}`.trim()))
      .filter((action) => !this.posted.has(action));
    return [...pages.map((page) => `nobody came to ${page}`), ...forms.map((form) => `not sent: ${form}`), ...actions.map((action) => `nothing was posted to ${action}`)].filter((line) => !Object.keys(except).some((known) => line.endsWith(known)));
  }
}

function patternOf(path: string): string {
  return PAGES.find((page) => page.path !== '/*' && matchPath(page.path, path) !== null)?.path ?? path;
}

interface Found {
  form: SendableForm;
  /** The question that it stands in. */
  opener: string | null;
}

/** Sends every form of a stop that was not sent from its page before, each from the page as it is when one comes to it. */
export async function walkStop(page: Page, { stop, site, ledger }: { stop: Stop; site: Site; ledger: Ledger }): Promise<void> {
  let isFresh = false;
  const arrive = async (): Promise<void> => {
    await page.goto(await stop.open(site, page));
    await stop.reach?.(page, site);
    isFresh = true;
  };
  try {
    await arrive();
  } catch (error) {
    ledger.faults.push(`${stop.page} could not be come to: ${firstLines(error)}`);
    return;
  }
  ledger.arrived(stop);
  const all = (await allForms(page, stop).catch((error: unknown) => (ledger.faults.push(`${stop.page} could not be read: ${firstLines(error)}`), []))).filter(({ form }) => !ledger.sent.has(nameOf(stop, form)));
  for (const { form } of all) ledger.found.add(nameOf(stop, form));
  for (const { form, opener } of all) {
    const where = nameOf(stop, form);
    if (ledger.sent.has(where) || (stop.only !== undefined && !stop.only.test(form.key))) continue;
    try {
      if (!isFresh) await arrive();
      isFresh = false;
      const values = typeof stop.fill === 'function' ? await stop.fill(page) : (stop.fill ?? {});
      ledger.sentFrom(where, await sendOne(page, { stop, values, key: form.key, opener }));
    } catch (error) {
      ledger.faults.push(`${where} ${firstLines(error)}`);
    }
  }
}

function firstLines(error: unknown): string {
  return error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
}

function nameOf(stop: Stop, { key }: SendableForm): string {
  return `${stop.page} ${key}`;
}

async function allForms(page: Page, stop: Stop): Promise<Found[]> {
  const found: Found[] = (await ownForms(page, stop)).map((form) => ({ form, opener: null }));
  const known = new Set(found.map(({ form }) => form.key));
  for (const opener of await openerNames(page)) {
    await openQuestion(page, opener);
    for (const form of await ownForms(page, stop)) if (!known.has(form.key)) found.push({ form, opener });
    for (const { form } of found) known.add(form.key);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' }).catch(() => {});
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
  await press(openersOn(page).filter({ hasText: new RegExp(`^\\s*${opener.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`) }).first());
  await page.locator('dialog[open]').first().waitFor();
}

async function formOf(page: Page, key: string): Promise<SendableForm> {
  const form = (await formsOn(page)).find((one) => one.key === key);
  if (form === undefined) throw new Error('is not there any more');
  return form;
}

async function sendOne(page: Page, { stop, values, key, opener }: { stop: Stop; values: Values; key: string; opener: string | null }): Promise<SentForm> {
  await formsOn(page);
  const before = await lookAt(page);
  if (opener !== null) await openQuestion(page, opener);
  await fillForm(page, await formOf(page, key), values);
  // What is typed may have drawn the page anew.
  const form = await formOf(page, key);
  const file = form.sends === 'file' ? await stop.files?.(await markedField(page, form).evaluate((field: HTMLInputElement) => field.name)) : undefined;
  return sendForm(page, { form, before, mayRefuse: stop.mayRefuse === true, downloads: stop.downloads === true, ...(file !== undefined && { file }) });
}
