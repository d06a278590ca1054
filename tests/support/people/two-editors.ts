import type { TestApp } from '../app/test-app.ts';
import { sendForm } from './accounts.ts';

interface TwoEditors<Stored> {
  path: string;
  cookie: string;
  /** What both send alike, and what each changes. */
  fields: Record<string, string>;
  first: Record<string, string>;
  second: Record<string, string>;
  stored: () => Promise<Stored>;
}

export interface Sent<Stored> {
  status: number;
  html: string;
  stored: Stored;
}

/** Two open the same form and send it, one after the other; then the second says to save over what the first one saved. */
export async function sentByTwoEditors<Stored>(app: TestApp, { path, cookie, fields, first, second, stored }: TwoEditors<Stored>): Promise<Record<'first' | 'second' | 'again', Sent<Stored>>> {
  const opened = await (await app.ask(path, { headers: { Cookie: cookie } })).text();
  const [, version = ''] = /name="version" value="(\d+)"/.exec(opened) ?? [];
  const send = async (own: Record<string, string>): Promise<Sent<Stored>> => {
    const answer = await sendForm(app, path, { ...fields, version, ...own }, { cookie });
    return { status: answer.status, html: await answer.text(), stored: await stored() };
  };
  const answers = { first: await send(first), second: await send(second) };
  const [, seenVersion = ''] = /value="(\d+)"[^>]* name="seenVersion"/.exec(answers.second.html) ?? [];
  return { ...answers, again: await send({ ...second, seenVersion }) };
}
