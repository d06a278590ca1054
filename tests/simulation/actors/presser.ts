import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import { filled, formsIn, intentOf, type PageForm } from '../forms.ts';
import type { Reply, World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

export interface Pressing {
  path: string;
  /** Only forms that could ask for this. */
  intent?: string | undefined;
  /** Only forms with a field of this name. */
  field?: string | undefined;
  wanted?: Readonly<Record<string, string>>;
  cookie?: string | null;
  /** Of a page that was opened earlier, perhaps by another address. */
  remembers?: boolean;
  /** What is pressed on the page that answers. */
  next?: string;
}

/** Pages as somebody last saw them. */
const seen = new WeakMap<Person, Map<string, string>>();

/**
 * Opens a page as it stands, or has it still open from before, fills one of its forms and sends it. Which answer is right the model
 * does not know: but it is an answer, and the doctor looks at what it left. Null where there was nothing to send.
 */
export async function press(world: World, person: Person, pressing: Pressing): Promise<Reply<string> | null> {
  const { path, remembers = true } = pressing;
  const { dice } = person;
  const cookie = pressing.cookie ?? (await cookieFor(world, person, { proved: person.isStaff }));
  const memory = seen.get(person) ?? new Map<string, string>();
  seen.set(person, memory);
  const old = remembers && dice.chance(0.1) ? memory.get(path) : undefined;
  const opened = old === undefined ? await open(world, person, { path, cookie }) : { html: old, cookie, path };
  const { html } = opened;
  memory.set(path, html);
  const answer = await sendFrom(world, person, { ...opened, pressing: { ...pressing, path: opened.path } });
  // What the answer asks further: to use the ticket that was looked up, to import what was read.
  if (answer !== null && typeof answer.body === 'string' && (pressing.next !== undefined || dice.chance(SHARE_OF_SECOND_STEPS))) {
    await sendFrom(world, person, { html: answer.body, cookie: opened.cookie, pressing: { path, intent: pressing.next, ...(pressing.wanted !== undefined && { wanted: pressing.wanted }) } });
  }
  return answer;
}

const SHARE_OF_SECOND_STEPS = 0.4;

async function sendFrom(world: World, person: Person, { html, cookie, pressing }: { html: string; cookie: string | null; pressing: Pressing }): Promise<Reply<string> | null> {
  const { path } = pressing;
  const { dice } = person;
  const chosen = choose(world, { forms: formsIn(html), person, pressing });
  if (chosen === null) return null;
  const { form, intent } = chosen;
  const fields = filled(form, { dice, today: dayInMadrid(world.clock.now()), wanted: { ...(intent !== '' && { intent }), ...pressing.wanted } });
  const to = form.action === null || form.action === '' ? path : new URL(form.action, new URL(path, 'http://localhost')).href.replace('http://localhost', '');
  const answer = await world.insist<string>(dice, { path: to, form: fields, cookie, address: person.address });
  world.record.did(person.name, `presses ${to.split('?')[0]!.replaceAll(/[0-9a-f-]{36}|[A-Z0-9-]{8,}|\d+/g, '…')} ${intentOf(fields) ?? ''} ${answer.status}${wrongFields(answer.body)}, ${to}`);
  // Who pressed twice, on a page that is the same to them.
  if (dice.chance(0.1)) await world.insist(dice, { path: to, form: fields, cookie, address: person.address });
  return answer;
}

/** Its page, with the cookies that it sets; a code in the address moves into one of them, and the page is asked for again. */
async function open(world: World, person: Person, { path, cookie }: { path: string; cookie: string | null }): Promise<{ html: string; cookie: string | null; path: string }> {
  const { status, body, headers } = await world.insist<string>(person.dice, { path, cookie, address: person.address });
  if (status >= 500) throw differs(world, `${path} is answered ${status} to ${person.name}`);
  const cookies = [cookie ?? '', cookieOf(headers)].filter((one) => one !== '').join('; ');
  const [place] = path.split('?');
  if (status >= 300 && status < 400 && path !== place && headers.get('Location') === place) return open(world, person, { path: place, cookie: cookies });
  return { html: typeof body === 'string' ? body : '', cookie: cookies === '' ? cookie : cookies, path };
}

interface Choice {
  form: PageForm;
  intent: string;
}

/** By page and intent, how often it was pressed. */
const pressed = new WeakMap<World, Map<string, number>>();
const SHARE_OF_RARE = 0.7;

function choose(world: World, { forms, person: { dice }, pressing: { path, intent, field } }: { forms: readonly PageForm[]; person: Person; pressing: Pressing }): Choice | null {
  const fitting = forms.filter(({ action, fields }) => {
    // In the frame of every page.
    if (action === '/logout') return false;
    if (fields.some(({ type, isRequired }) => type === 'file' && isRequired)) return false;
    return field === undefined || fields.some(({ name }) => name.replace(/^.*\./, '') === field);
  });
  const choices = fitting.flatMap((form) => intentsOf(form).map((one) => ({ form, intent: one }))).filter((choice) => intent === undefined || choice.intent === intent);
  if (choices.length === 0) return null;
  const counts = pressed.get(world) ?? new Map<string, number>();
  pressed.set(world, counts);
  const keyOf = (choice: Choice): string => `${(choice.form.action ?? path).split('?')[0]!.replaceAll(/[0-9a-f-]{36}|[A-Z0-9-]{8,}|\d+/g, '…')} ${choice.intent}`;
  const least = Math.min(...choices.map((choice) => counts.get(keyOf(choice)) ?? 0));
  const rare = choices.filter((choice) => (counts.get(keyOf(choice)) ?? 0) === least);
  const chosen = dice.pick(dice.chance(SHARE_OF_RARE) ? rare : choices);
  counts.set(keyOf(chosen), (counts.get(keyOf(chosen)) ?? 0) + 1);
  return chosen;
}

function intentsOf({ fields, buttons }: PageForm): string[] {
  const own = fields.filter(({ name, type }) => name === 'intent' && type === 'hidden').map(({ value }) => value);
  const intents = [...own, ...buttons.filter(({ name }) => name === 'intent').map(({ value }) => value)];
  return intents.length === 0 ? [''] : [...new Set(intents)];
}

/** The addresses of a page's links that look like this. */
export async function linksOn(world: World, person: Person, { path, like }: { path: string; like: RegExp }): Promise<string[]> {
  const { html } = await open(world, person, { path, cookie: await cookieFor(world, person, { proved: person.isStaff }) });
  return [...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')))].filter((href) => like.test(href));
}

/** In mails: to a place in a waiting list, and to tickets that were lost. */
export const WAITING_LINK = /https?:\/\/\S+\/avisam\/lloc\?[^\s#]+/;
export const FOUND_LINK = /https?:\/\/\S+\/tiquet-perdut\/obrir\S+/;

/** The newest link in a mail to somebody, as a path. */
export function linkInMail(world: World, email: string, like: RegExp): string | null {
  for (const { to, text } of world.mails.toReversed()) {
    if (to !== email) continue;
    const [found] = like.exec(text) ?? [];
    if (found !== undefined) return found.replace(/^https?:\/\/[^/]+/, '');
  }
  return null;
}

/** The names of the fields that a page says are wrong. */
function wrongFields(html: unknown): string {
  const wrong = [...String(html).matchAll(/<(?:input|select|textarea)\b[^>]*aria-invalid="true"[^>]*>/g)].map(([element]) => /name="([^"]*)"/.exec(element)?.[1] ?? '');
  return wrong.length === 0 ? '' : ` for ${wrong.join(' and ')}`;
}
