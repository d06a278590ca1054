import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { textField } from '../form/field-schema.ts';
import type { FormReply, PasswordAsk } from '../form/form-reply.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Right } from '#app/domain/people/rights.ts';
import { type Ids, randomIds } from '#app/platform/adapters/ids.server.ts';
import { type RequestContext, requestContext } from '#app/platform/http/request-context.server.ts';

import { type AdminAction, adminAction, adminLoader, type AdminSubmission } from './admin-action.server.ts';
import { refuseAction } from './parse-form.server.ts';

type Submission = AdminSubmission<'editor', string>;
type Answer = Awaited<ReturnType<Submission['answer']>>;
type Act = (submission: Submission) => Promise<Answer>;

const schema = z.object({ title: textField({ required: 'Escriu un títol', max: 10 }), items: z.array(z.object({ name: z.string() })) });

interface Submitted extends Partial<Pick<AdminAction<'editor', string>, 'record' | 'touches'>> {
  fields?: [string, string][];
  rights?: Right[];
  ask?: PasswordAsk | null;
}

/** What an action of an admin page answers to a form. */
async function answerTo(intents: Record<string, Act>, { fields = [['intent', 'save'], ['title', 'Sopar']], rights = ['editor'], record = () => 'sopar', touches = {}, ask = null }: Submitted = {}): Promise<{ status: number; reply?: FormReply; to?: string }> {
  const action = adminAction<'editor', string>({ right: 'editor', record, touches, intents });
  const answer = await action(argsOf({ rights, fields, ask })).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '' };
  if (answer instanceof Error) throw answer;
  const { data, init } = answer as { data: FormReply | null; init?: { status?: number } | null };
  return { status: init?.status ?? 200, ...(data && { reply: data }) };
}

function argsOf({ rights, fields = [], params = {}, ask = null }: { rights: Right[]; fields?: [string, string][]; params?: Record<string, string>; ask?: PasswordAsk | null }): Parameters<ReturnType<typeof adminLoader>>[0] {
  const actor: Actor = { kind: 'user', userId: 'u1', role: 'socio', rights, name: 'Vicent', email: 'vicent@example.com' };
  const context = new RouterContextProvider();
  const known: Pick<RequestContext, 'actor' | 'askPasswordAgain'> & { deps: { env: { publicUrl: URL }; ids: Ids } } = { actor, deps: { env: { publicUrl: new URL('http://test/') }, ids: randomIds }, askPasswordAgain: async () => Promise.resolve(ask) };
  context.set(requestContext, known as RequestContext);
  return { context, params, url: new URL('http://test/admin/x?page=2'), request: new Request('http://test/admin/x?page=2', { method: 'POST', body: new URLSearchParams(fields) }) };
}

function answers(outcome: string | { outcome: string; problems?: Record<string, string> }, table: Parameters<Submission['answer']>[1] = {}): Record<string, Act> {
  return {
    async save({ parse, answer }) {
      parse(schema);
      return Promise.resolve(answer(outcome, table));
    },
  };
}

test('a loader answers whoever has the right, with the query and the parameters of the address', async () => {
  const loader = adminLoader('editor', ({ staff, query, param }) => ({ staff, page: query.get('page'), id: param('id') }));
  expect(await loader(argsOf({ rights: ['editor'], params: { id: '7' } }))).toEqual({ staff: 'u1', page: '2', id: '7' });
});

test('nothing to show and a parameter that the address lacks are 404, and nothing is looked for without the right', async () => {
  const lookedFor: string[] = [];
  const loader = adminLoader('editor', ({ staff }) => {
    lookedFor.push(staff);
    return null;
  });
  await expect(loader(argsOf({ rights: ['editor'] }))).rejects.toMatchObject({ init: { status: 404 } });
  await expect(adminLoader('editor', ({ param }) => param('id'))(argsOf({ rights: ['editor'] }))).rejects.toMatchObject({ init: { status: 404 } });
  await expect(loader(argsOf({ rights: ['door'] }))).rejects.toMatchObject({ init: { status: 403 } });
  expect(lookedFor).toEqual(['u1']);
});

test('an action without its record is 404 and one without the right 403, and neither acts', async () => {
  const done: string[] = [];
  const save: Act = async ({ record, done: saved }) => {
    done.push(record);
    return Promise.resolve(saved('/admin/x', 'Guardat.'));
  };
  expect(await answerTo({ save }, { record: () => null })).toEqual({ status: 404 });
  expect(await answerTo({ save }, { rights: ['till'] })).toEqual({ status: 403 });
  expect(done).toEqual([]);
  expect(await answerTo({ save })).toEqual({ status: 303, to: '/admin/x' });
  expect(done).toEqual(['sopar']);
});

test('the intent chooses, an unknown one is refused in words, and * takes whatever comes', async () => {
  const refusing: Act = async ({ text, refuse }) => Promise.resolve(refuse(text('title')));
  expect(await answerTo({ save: refusing })).toEqual({ status: 409, reply: { intent: 'save', problem: 'Sopar' } });
  expect(await answerTo({ other: refusing })).toEqual({ status: 400, reply: { intent: 'save', problem: 'El formulari no es pot llegir.' } });
  expect(await answerTo({ '*': refusing }, { fields: [['title', 'Sopar']] })).toEqual({ status: 409, reply: { intent: null, problem: 'Sopar' } });
});

test('wrong fields are answered by parse, beside them', async () => {
  const { status, reply } = await answerTo(answers('done'), { fields: [['intent', 'save'], ['title', '']] });
  expect(status).toBe(400);
  expect(reply?.result?.error).toEqual({ title: ['Escriu un títol'] });
});

test("a list's button changes the list and does nothing else", async () => {
  const button = JSON.stringify({ type: 'insert', payload: { name: 'items' } });
  const { status, reply } = await answerTo(answers('done'), { fields: [['intent', 'save'], ['title', 'Sopar'], ['__intent__', button]] });
  expect(status).toBe(200);
  expect(reply?.result?.initialValue).toEqual({ intent: 'save', title: 'Sopar', items: [undefined] });
});

test('confirmPassword answers at once where the password is asked for, and what is sensitive asks by itself', async () => {
  const steps: string[] = [];
  const ask: PasswordAsk = { fields: [['intent', 'save'], ['title', 'Sopar']], problem: null, hasPasskey: false };
  const passwordPrompt = { status: 403, reply: { intent: 'save', result: { initialValue: { intent: 'save', title: 'Sopar' } }, ask } };
  const save: Act = async ({ done }) => {
    steps.push('after');
    return Promise.resolve(done('/admin/x', 'Fet.'));
  };
  const careful: Act = async (submission) => {
    await submission.confirmPassword();
    return save(submission);
  };
  expect(await answerTo({ save: careful }, { ask })).toEqual(passwordPrompt);
  expect(await answerTo({ save }, { ask, touches: { save: 'money' } })).toEqual(passwordPrompt);
  expect(steps).toEqual([]);
  expect(await answerTo({ save: careful })).toMatchObject({ status: 303 });
  expect(await answerTo({ save }, { touches: { save: 'money' } })).toMatchObject({ status: 303 });
  expect(await answerTo({ save }, { ask, touches: { save: 'running' } })).toMatchObject({ status: 303 });
  expect(steps).toEqual(['after', 'after', 'after']);
});

test.each([
  ['not_found', 404],
  ['refused', 403],
  ['right_lost', 403],
  ['key_reused', 403],
])('%s is answered alike on every page, unless a page has a line for it', async (code, status) => {
  expect(await answerTo(answers(code))).toEqual({ status });
  expect(await answerTo(answers({ outcome: code }))).toEqual({ status });
  const own = await answerTo(answers({ outcome: code }, { [code]: () => refuseAction(null, 'Ja no hi és.') }));
  expect(own).toEqual({ status: 409, reply: { intent: null, problem: 'Ja no hi és.' } });
});

test('what the service finds wrong stands beside the fields, with what was typed', async () => {
  const { status, reply } = await answerTo(answers({ outcome: 'invalid', problems: { title: 'Ja existix' } }));
  expect(status).toBe(409);
  expect(reply).toMatchObject({ intent: 'save', result: { initialValue: { title: 'Sopar' }, error: { title: ['Ja existix'] } } });
});

test('a line answers by going on, by words, beside fields, or with what somebody else has saved', async () => {
  const conflict = { version: '3', changes: [{ label: 'Títol', theirs: 'Dinar', mine: 'Sopar' }] };
  const table = { done: () => new Response(null, { status: 303, headers: { Location: '/admin/x' } }), full: () => 'No en caben més.', taken: () => ({ fields: { title: 'Ja existix' } }), conflict: () => conflict };
  expect(await answerTo(answers('done', table))).toEqual({ status: 303, to: '/admin/x' });
  expect(await answerTo(answers('full', table))).toMatchObject({ status: 409, reply: { intent: 'save', problem: 'No en caben més.', result: { initialValue: { title: 'Sopar' } } } });
  expect(await answerTo(answers('taken', table))).toMatchObject({ status: 409, reply: { result: { error: { title: ['Ja existix'] } } } });
  expect(await answerTo(answers('conflict', table))).toMatchObject({ status: 409, reply: { intent: 'save', conflict } });
});

test('otherwise takes what has no line of its own and is not answered alike everywhere', async () => {
  function ended(outcome: 'done' | 'late' | 'not_found'): Record<string, Act> {
    return { save: async ({ answer }) => Promise.resolve(answer(outcome, { done: () => 'Fet.', otherwise: (code) => `Res: ${code}` })) };
  }
  expect((await answerTo(ended('late'))).reply?.problem).toBe('Res: late');
  expect((await answerTo(ended('done'))).reply?.problem).toBe('Fet.');
  expect(await answerTo(ended('not_found'))).toEqual({ status: 404 });
});

test('an outcome that nothing answers is a bug, not an answer', async () => {
  await expect(answerTo(answers('strange'))).rejects.toThrow('No answer to the outcome strange');
});
