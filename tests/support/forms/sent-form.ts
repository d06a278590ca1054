import type { Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';

import { pressOnce } from '../people/shopper.ts';
import { markedField, type SendableForm } from './page-forms.ts';

/** What a person meets after sending a form with scripts. */

export interface SentForm {
  /** The path and the intent that reached the server; null where the page took it itself. */
  posted: { path: string; index: boolean; intent: string } | null;
  faults: string[];
}

/** All that a page says, apart from a question that stands open over it. */
interface PageContent {
  path: string;
  query: string;
  /** Of live regions, wherever they are. */
  announced: string;
  text: string;
}

const NOT_OF_THE_FORM = new Set(['eventsource', 'ping', 'image', 'font', 'media']);

async function whatItSays(page: Page): Promise<PageContent> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const announcements = [...document.querySelectorAll('[role="status"], [role="alert"], [role="log"], [aria-live], [aria-invalid="true"]')].map((region) => (region as HTMLElement).innerText);
    const dialogs = [...main.querySelectorAll<HTMLElement>('dialog[open]')].map((dialog) => dialog.innerText);
    const fields = [...main.querySelectorAll('input, select')].map((field) => (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') ? String(field.checked) : ''));
    return { path: location.pathname, query: location.search, announced: announcements.join('\n'), text: dialogs.reduce((text, dialog) => text.replace(dialog, ''), main.innerText) + fields.join('') };
  });
}

/** Null while the document is being replaced. */
async function whatItSaysNow(page: Page): Promise<PageContent | null> {
  return whatItSays(page).catch(() => null);
}

export function isAnswered(before: PageContent, now: PageContent, method: 'get' | 'post'): boolean {
  return now.path !== before.path || now.text !== before.text || (now.announced !== before.announced && now.announced.trim() !== '') || (method === 'get' && now.query !== before.query);
}

export interface Sending {
  form: SendableForm;
  /** As it was before any question was opened. */
  before: PageContent;
  file?: { name: string; mimeType: string; buffer: Buffer };
  downloads?: boolean;
  mayRefuse?: boolean;
}

export async function lookAt(page: Page): Promise<PageContent> {
  return whatItSays(page);
}

export async function sendForm(page: Page, { form, before, file, downloads = false, mayRefuse = false }: Sending): Promise<SentForm> {
  const faults: string[] = [];
  const underWay = new Set<Request>();
  const posts: Request[] = [];
  let requests = 0;
  const began = (request: Request): void => {
    if (NOT_OF_THE_FORM.has(request.resourceType())) return;
    requests += 1;
    underWay.add(request);
    if (request.method() === 'POST') posts.push(request);
  };
  const ended = (request: Request): void => void underWay.delete(request);
  const answered = (response: Response): void => {
    const { pathname } = new URL(response.url());
    if (pathname.includes('.data.data')) faults.push(`led to ${pathname}`);
    if (response.status() >= 400 && !(mayRefuse && response.status() === 409)) faults.push(`${response.request().method()} ${pathname} answered ${response.status()}`);
  };
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended).on('response', answered);
  let hasDownloaded = false;
  page.once('download', () => void (hasDownloaded = true));

  const isOwn = (post: Request): boolean => new URL(post.url()).pathname.replace(/\.data$/, '') === form.to;
  const sender = markedField(page, form);
  if (file !== undefined) await sender.setInputFiles(file);
  else if (form.sends === 'choice') await sender.evaluate((select: HTMLSelectElement) => select.options.length).then((count) => sender.selectOption({ index: count - 1 }));
  else await pressOnce(sender);

  const deadline = Date.now() + PATIENCE_MS;
  const refused = async (): Promise<string> => page.locator('main :is([aria-invalid="true"], :invalid:not(form, fieldset))').evaluateAll((fields) => fields.map((field) => `${(field as HTMLInputElement).name}: ${(field as HTMLInputElement).validationMessage}`).join(', ')).catch(() => '');
  try {
    await expect
      .poll(async () => {
        if (underWay.size > 0) return 'under way';
        // A picture is uploaded first, and what names it is posted then.
        if (form.sends === 'file' && !posts.some(isOwn)) return 'under way';
        if (form.method === 'post' && posts.length === 0) return 'under way';
        if (hasDownloaded && downloads) return 'answered';
        const now = await whatItSaysNow(page);
        if (now === null || (await page.locator('[aria-busy="true"]').count()) > 0) return 'under way';
        return isAnswered(before, now, form.method) ? 'answered' : 'silent';
      }, { timeout: deadline - Date.now() })
      .toBe('answered');
  } catch {
    const now = await whatItSaysNow(page);
    faults.push(requests === 0 ? `was not sent (${await refused()})` : `said nothing (${underWay.size} under way, ${JSON.stringify(now?.announced.slice(0, 300))})`);
  }
  if (page.url().includes('.data')) faults.push(`landed on ${page.url()}`);
  if (form.method === 'post' && posts.length === 0) faults.push(`nothing was posted (${await refused()})`);
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended).off('response', answered);
  const toItsPage = posts.filter(isOwn);
  // What the page had begun before, as an upload, is posted to the same address.
  const all = (toItsPage.length > 0 ? toItsPage : posts).map((post) => postedBy(post, form));
  return { posted: all.find(({ intent }) => intent === form.intent) ?? all[0] ?? null, faults };
}

/** What a form with a file has in its body is not shown to us: there the form's own intent counts. */
function postedBy(request: Request, form: SendableForm): NonNullable<SentForm['posted']> {
  const url = new URL(request.url());
  const body = new URLSearchParams(request.postData() ?? '');
  return { path: url.pathname.replace(/(?:\/_)?\.data$/, '') || '/', index: url.searchParams.has('index'), intent: body.get('intent') ?? body.get('action') ?? form.intent };
}

/** A form that is silent fails its test; how long it is waited for is nobody's promise. */
const PATIENCE_MS = 60_000;
