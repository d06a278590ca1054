import type { ServerResponse } from 'node:http';

/** Node's own words, kept from `writeHead` until they leave. Its documentation doesn't name the field: where it is missing, every head is written anew. */
type WithHead = ServerResponse & { _header?: string | null };

interface PreparedHead {
  second: number;
  before: string;
  after: string;
}

/** `own` differs from answer to answer: name, value, name, value. */
export type WriteHead = (outgoing: ServerResponse, page: { headers: readonly string[] }, own: readonly string[]) => void;

/** Checking and joining the headers of an answer costs as much as all else that Node does for it: for a page that stays the same it is done once a second, as often as the date changes. */
export function createHeadWriter(): WriteHead {
  const prepared = new WeakMap<object, PreparedHead>();

  return (outgoing: WithHead, page, own) => {
    const second = Math.floor(Date.now() / 1000);
    const head = prepared.get(page);
    // The last answer on a connection says so in its head.
    if (head?.second === second && outgoing.shouldKeepAlive) {
      outgoing._header = head.before + linesOf(own) + head.after;
      return;
    }
    outgoing.writeHead(200, [...page.headers, ...own]);
    const parts = outgoing.shouldKeepAlive ? (outgoing._header?.split(linesOf(own)) ?? []) : [];
    if (parts.length === 2) prepared.set(page, { second, before: parts[0]!, after: parts[1]! });
  };
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}
