import type { ServerResponse } from 'node:http';

import type { Clock } from '#app/adapters/clock.server.ts';

export interface ReadyAnswer {
  status: 200 | 304;
  /** Name, value, name, value. */
  headers: readonly string[];
  body: Uint8Array | null;
}

/** Node's own words, kept from `writeHead` until they leave. Its documentation doesn't name the field: where it is missing, every head is written anew. */
type WithHead = ServerResponse & { _header?: string | null };

interface PreparedHead {
  second: number;
  before: string;
  after: string;
}

/** `own` differs from answer to answer: name, value, name, value. */
export type WriteHead = (outgoing: ServerResponse, answer: ReadyAnswer, own: readonly string[]) => void;

/** Checking and joining the headers of an answer costs as much as all else that Node does for it: for one that stays the same it is done once a second, as often as the date changes. */
export function createHeadWriter(clock: Clock): WriteHead {
  const prepared = new WeakMap<ReadyAnswer, PreparedHead>();

  return (outgoing: WithHead, answer, own) => {
    const second = Math.floor(clock.now().getTime() / 1000);
    const head = prepared.get(answer);
    // The last answer on a connection says so in its head.
    if (head?.second === second && outgoing.shouldKeepAlive) {
      outgoing.statusCode = answer.status;
      outgoing._header = head.before + linesOf(own) + head.after;
      return;
    }
    outgoing.writeHead(answer.status, [...answer.headers, ...own]);
    const parts = outgoing.shouldKeepAlive ? (outgoing._header?.split(linesOf(own)) ?? []) : [];
    if (parts.length === 2) prepared.set(answer, { second, before: parts[0]!, after: parts[1]! });
  };
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}
