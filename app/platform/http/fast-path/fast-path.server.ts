import type { PageCache } from '../answers/page-cache.server.ts';
import { answerAtOnce, type AtOnce } from './at-once.server.ts';
import { createReadyPages, type ReadyPages } from './ready-pages.server.ts';

export interface FastPath {
  readyPages: ReadyPages;
  atOnce(answer: Parameters<typeof answerAtOnce>[0]): AtOnce;
}

const OFF: FastPath = { readyPages: () => null, atOnce: () => () => null };

export function createFastPath({ isOn, pages, complete }: { isOn: boolean; pages: Pick<PageCache, 'servable'>; complete: (headers: Headers) => void }): FastPath {
  return isOn ? { readyPages: createReadyPages(pages, complete), atOnce: answerAtOnce } : OFF;
}
