import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { warmUp } from './warm-up.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(async () => closeInOrder(app));

/** What was rendered, by path and status, and whether it came from the cache. */
function recorded(): { answers: string[]; tags: (string | null)[]; fetch: (request: Request, peer: { address: string }) => Promise<Response> } {
  const answers: string[] = [];
  const tags: (string | null)[] = [];
  return {
    answers,
    tags,
    async fetch(request, peer) {
      const answer = await app.fetch(request, peer);
      answers.push(`${new URL(request.url).pathname} ${answer.status}`);
      tags.push(answer.headers.get('etag'));
      return answer;
    },
  };
}

test('after a start what visitors open is rendered several times, past the cache', async () => {
  const event = await anEvent(app);
  const { answers, tags, fetch } = recorded();
  await warmUp({ fetch, env: app.deps.env, signal: new AbortController().signal }, 0);
  expect(answers.filter((answer) => answer === '/tickets 200').length).toBeGreaterThan(1);
  expect(answers.filter((answer) => answer === `/order/${event.id} 200`).length).toBeGreaterThan(1);
  expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([]);
  expect(tags.filter((tag) => tag !== null)).toEqual([]);
});

test('a server that ends renders nothing more', async () => {
  const ending = new AbortController();
  const { answers, fetch } = recorded();
  const lastOne = async (...args: Parameters<typeof fetch>): Promise<Response> => {
    ending.abort();
    return fetch(...args);
  };
  const warming = warmUp({ fetch: lastOne, env: app.deps.env, signal: ending.signal }, 0);
  await expect(warming).rejects.toThrow('aborted');
  expect(answers.length).toBeLessThanOrEqual(1);
});
