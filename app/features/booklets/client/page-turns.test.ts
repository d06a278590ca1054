import { beforeEach, expect, test } from 'vitest';

import { createPageTurns, type PageTurns } from './page-turns.ts';

const STAYING = new AbortController().signal;
let turns: PageTurns;
let drawn: number[];

async function want(page: number, leaving = STAYING): Promise<void> {
  if (await turns.take(page, leaving)) drawn.push(page);
}

async function settled(): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return drawn;
}

beforeEach(() => {
  turns = createPageTurns(1);
  drawn = [];
});

test('pages are drawn one after the other, the one that is looked at first and then the next ones', async () => {
  for (const page of [3, 2, 1]) void want(page);
  expect(await settled()).toEqual([1]);
  turns.giveBack();
  expect(await settled()).toEqual([1, 2]);
  turns.giveBack();
  expect(await settled()).toEqual([1, 2, 3]);
});

test('whoever scrolls on has the page that is seen then drawn next, the following one before the one above', async () => {
  void want(1);
  await settled();
  for (const page of [2, 8, 9, 10]) void want(page);
  turns.prioritize(9);
  for (const so of [[1, 9], [1, 9, 10], [1, 9, 10, 8]]) {
    turns.giveBack();
    expect(await settled()).toEqual(so);
  }
});

test('a page that is left before its turn holds nobody up', async () => {
  void want(1);
  await settled();
  const leaving = new AbortController();
  void want(2, leaving.signal);
  void want(3);
  leaving.abort();
  turns.giveBack();
  expect(await settled()).toEqual([1, 3]);
});

test('without a connection a page that is here is shown though another one waits for the network', async () => {
  void want(1);
  await settled();
  void want(2);
  turns.letAllPass(true);
  expect(await settled()).toEqual([1, 2]);
  turns.letAllPass(false);
  void want(3);
  turns.giveBack();
  expect(await settled()).toEqual([1, 2]);
  turns.giveBack();
  expect(await settled()).toEqual([1, 2, 3]);
});
