import type { Call } from '#app/platform/http/calls.server.ts';
import type { Page } from '#app/platform/http/page.ts';

import type { TestApp } from '../app/test-app.ts';
import type { Reader } from './readers.ts';

export type Route = Page | Call;

export interface Visit {
  route: Route;
  reader: Reader;
  /** As the route is meant to be used; else by other methods, by other sites, with addresses or without end. */
  isDeclared?: boolean;
  /** A document about things that are there for everybody: where it leads elsewhere its reader follows. */
  isWhole?: boolean;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Of another site, in the reader's browser. */
  sender?: string;
  pulledBytes?: () => number;
}

export type Answer = Pick<Response, 'status' | 'headers'> & { text: string };

export interface CrawledSite {
  app: TestApp;
  cookies: Readonly<Record<Reader, string>>;
  /** About what is there for everybody, what is not, and an order that waits for its payment. */
  addressOf: Readonly<Record<'whole' | 'secret' | 'waiting', (path: string) => string>>;
  waitingOrderId: string;
  trap: { host: string; requests: readonly string[]; close(): void };
}

/** What is wrong with an answer; null where there is nothing to check about such a visit. */
export type Check = (visit: Visit, answer: Answer, site: CrawledSite) => string[] | null | Promise<string[] | null>;

export function namesOfTrue(complaints: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(complaints).filter((name) => complaints[name]);
}
