import { coverageOf } from './coverage.ts';
import type { Report } from './year.ts';

const MINUTE_MS = 60_000;

/** The figures of a run, in lines. */
export function reportText({ days, orders, acts, calls, faults, times, tookMs, rests }: Report): string {
  const byCount = (counts: ReadonlyMap<string, number>): string => [...counts].toSorted(([, a], [, b]) => b - a).map(([what, count]) => `${what} ${Math.round(count)}`).join(' · ');
  const coverage = coverageOf(calls.keys());
  const shareText = ({ used, of, missing }: (typeof coverage)['calls']): string => `${used} of ${of}${missing.length === 0 ? '' : `, but not ${missing.join(', ')}`}`;
  const calm = rests.toSorted((a, b) => a - b);
  return [
    `${days} days, ${orders} orders in ${Math.round(tookMs / 1_000)} s: ${Math.round((days * MINUTE_MS) / tookMs)} days a minute`,
    `acts: ${byCount(acts)}`,
    `faults: ${byCount(faults)}`,
    `until nothing waits, simulated minutes: median ${Math.round((calm[calm.length >> 1] ?? 0) / MINUTE_MS)}, most ${Math.round((calm.at(-1) ?? 0) / MINUTE_MS)}`,
    `calls used: ${shareText(coverage.calls)}`,
    `forms sent: ${shareText(coverage.actions)}`,
    `milliseconds: ${byCount(new Map([...times].toSorted(([, a], [, b]) => b - a).slice(0, 20)))}`,
  ].join('\n');
}
