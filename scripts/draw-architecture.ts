/** Draws what `docs/architecture.md` says by the code's own tables, between its marks. A test holds the file against it. */
import { readFileSync, writeFileSync } from 'node:fs';

import { FEATURES_BY_NAME, FORGETS, GATHERED } from '#app/features.server.ts';
import { jobsOf } from '#app/jobs.server.ts';
import { MAIL_MOVES } from '#app/domain/mail/status.ts';
import type { Moves } from '#app/domain/moves.ts';
import { ORDER_MOVES, TICKET_MOVES } from '#app/domain/order/status.ts';
import { PAYMENT_MOVES, REFUND_MOVES } from '#app/domain/payment/status.ts';
import { WAITLIST_MOVES } from '#app/domain/waiting/status.ts';
import { PLATFORM_TABLES } from '#app/platform/adapters/db/platform-tables.ts';
import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import { ageText } from '#app/platform/adapters/jobs/retention.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { readEnv } from '#app/platform/env.server.ts';

const FILE = new URL('../docs/architecture.md', import.meta.url);
const STATES = { order: ORDER_MOVES, ticket: TICKET_MOVES, payment: PAYMENT_MOVES, refund: REFUND_MOVES, mail: MAIL_MOVES, 'waiting list': WAITLIST_MOVES };

function drawStates([name, moves]: [string, Moves<string>]): string {
  const targets = new Set(Object.values(moves).flat());
  const begins = Object.keys(moves).filter((state) => !targets.has(state));
  const ends = Object.keys(moves).filter((state) => moves[state]!.length === 0);
  const first = begins.length > 0 ? begins : [Object.keys(moves)[0]!];
  const arrows = [
    ...first.map((state) => `  [*] --> ${state}`),
    ...Object.entries(moves).flatMap(([from, all]) => all.map((to) => `  ${from} --> ${to}`)),
    ...ends.map((state) => `  ${state} --> [*]`),
  ];
  return [`**${name[0]!.toUpperCase()}${name.slice(1)}**`, '', '```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n');
}

function drawTables(): string {
  const owners = Object.entries({ ...FEATURES_BY_NAME, platform: { tables: PLATFORM_TABLES } }).filter(([, { tables = {} }]) => Object.keys(tables).length > 0);
  return ['| feature | tables |', '|---|---|', ...owners.map(([owner, { tables = {} }]) => `| ${owner} | ${Object.keys(tables).map((table) => `\`${table}\``).join(', ')} |`)].join('\n');
}

function drawForgotten(): string {
  return ['| what goes (title on /admin/estat) | when |', '|---|---|', ...FORGETS.map(({ title, after }) => `| ${title} | ${ageText(after)} |`)].join('\n');
}

/** Jobs are made of what the app has opened, and ask nothing of it before their first round. */
const UNOPENED: unknown = new Proxy(() => UNOPENED, { get: () => UNOPENED });

function drawJobs(): string {
  const [installed, demo] = [new Map(jobsWith({ demo: false })), new Map(jobsWith({ demo: true }))];
  const rows = [...new Map([...installed, ...demo])].map(([name, { title, everyMs, owner }]) => {
    const where = !demo.has(name) ? ', not in a demo' : !installed.has(name) ? ', in a demo only' : '';
    return `| \`${name}\` | ${title} | ${owner} | ${paceText(everyMs)}${where} |`;
  });
  return ['| job | title on /admin/estat | of | every |', '|---|---|---|---|', ...rows].join('\n');
}

function jobsWith({ demo }: { demo: boolean }): [name: string, facts: Pick<Job, 'title' | 'everyMs'> & { owner: string }][] {
  const parts: Partial<Record<string | symbol, unknown>> = { env: { ...readEnv({}), demo }, ...(demo && { payments: { name: 'sandbox' } }) };
  const deps = new Proxy(parts, { get: (known, name) => known[name] ?? UNOPENED }) as unknown as Deps;
  const owners = new Map(Object.entries(FEATURES_BY_NAME).flatMap(([owner, { jobs }]) => (jobs?.({ deps, ...GATHERED }) ?? []).map(({ name }): [string, string] => [name, owner])));
  return jobsOf(deps).map(({ name, title, everyMs }) => [name, { title, everyMs, owner: owners.get(name) ?? 'platform' }]);
}

function paceText(everyMs: number): string {
  const seconds = everyMs / 1_000;
  return seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

/** The text with each part between `<!-- drawn: x -->` and `<!-- end -->` as the code has it now. */
export function drawInto(text: string): string {
  const drawn: Record<string, string> = { states: Object.entries(STATES).map(drawStates).join('\n\n'), tables: drawTables(), jobs: drawJobs(), forgotten: drawForgotten() };
  return text.replaceAll(/(<!-- drawn: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g, (whole, begin: string, name: string, end: string) => (drawn[name] === undefined ? whole : `${begin}${drawn[name]}${end}`));
}

if (import.meta.main) writeFileSync(FILE, drawInto(readFileSync(FILE, 'utf8')));
