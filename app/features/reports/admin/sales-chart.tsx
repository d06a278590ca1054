import type { ReactNode } from 'react';

import { type SalesPoint, soldBy } from '#app/domain/report/sales-series.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './sales-chart.module.css';

interface SalesChartProps {
  name: string;
  series: readonly SalesPoint[];
  beside: { name: string; series: readonly SalesPoint[] } | null;
  maxTickets: number | null;
}

const WIDTH = 640;
const HEIGHT = 260;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 12, 12, 32];

/** The x axis counts days before each event, so that two events can be compared: bars per day, lines cumulative. */
export function SalesChart({ name, series, beside, maxTickets }: SalesChartProps): ReactNode {
  const all = [...series, ...(beside?.series ?? [])];
  const first = Math.max(...all.map(({ daysBefore }) => daysBefore));
  const last = Math.min(0, ...all.map(({ daysBefore }) => daysBefore));
  const most = niceTop(Math.max(1, ...all.map(({ ticketsSoFar }) => ticketsSoFar)));
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, first - last + 1);
  const x = (daysBefore: number): number => LEFT + (first - daysBefore + 0.5) * step;
  const y = (tickets: number): number => HEIGHT - BOTTOM - (tickets / most) * (HEIGHT - TOP - BOTTOM);
  const line = (points: readonly SalesPoint[]): string => points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.daysBefore).toFixed(1)} ${y(point.ticketsSoFar).toFixed(1)}`).join('');
  return (
    <figure className={ui.stack3}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.chart} role="img" aria-label={summaryOf({ name, series, beside })}>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <g key={part}>
            <line className={styles.grid} x1={LEFT} x2={WIDTH - RIGHT} y1={y(most * part)} y2={y(most * part)} />
            <text className={styles.label} x={LEFT - 6} y={y(most * part) + 4} textAnchor="end">
              {Math.round(most * part)}
            </text>
          </g>
        ))}
        {maxTickets !== null && maxTickets <= most ? <line className={styles.limit} x1={LEFT} x2={WIDTH - RIGHT} y1={y(maxTickets)} y2={y(maxTickets)} /> : null}
        {series.map(({ day, daysBefore, tickets }) =>
          tickets === 0 ? null : <rect key={day} className={styles.bar} x={x(daysBefore) - Math.max(1, step * 0.35)} width={Math.max(2, step * 0.7)} y={y(tickets)} height={HEIGHT - BOTTOM - y(tickets)} />,
        )}
        {beside === null ? null : <path className={`${styles.line} ${styles.other}`} d={line(beside.series)} />}
        <path className={styles.line} d={line(series)} />
        {[beside?.series.at(-1), series.at(-1)].map((end, index) =>
          end === undefined ? null : <circle key={index} className={index === 0 ? styles.theirEnd : styles.ownEnd} cx={x(end.daysBefore)} cy={y(end.ticketsSoFar)} r={5} />,
        )}
        <text className={styles.label} x={LEFT} y={HEIGHT - 10}>
          {first === 1 ? '1 dia abans' : `${first} dies abans`}
        </text>
        <text className={styles.label} x={WIDTH - RIGHT} y={HEIGHT - 10} textAnchor="end">
          {last < 0 ? `${-last} dies després` : "el dia de l'acte"}
        </text>
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.own}>{name}: acumulat, i cada dia en barres</span>
        {beside === null ? null : <span className={styles.theirs}>{beside.name}: acumulat</span>}
      </figcaption>
      {beside === null ? null : <p className={ui.strong}>{comparison({ series, beside })}</p>}
    </figure>
  );
}

/** A maximum whose quarters are whole, round numbers. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10, 20].map((factor) => factor * power).find((top) => top >= most && top % 4 === 0) ?? most;
}

function summaryOf({ name, series, beside }: Pick<SalesChartProps, 'name' | 'series' | 'beside'>): string {
  const own = `${name}: ${series.at(-1)?.ticketsSoFar ?? 0} tiquets en ${series.length} dies de venda.`;
  return beside === null ? own : `${own} ${comparison({ series, beside })}`;
}

/** Compares the totals on the same day before each event. */
function comparison({ series, beside }: { series: readonly SalesPoint[]; beside: { name: string; series: readonly SalesPoint[] } }): string {
  const now = series.at(-1);
  if (now === undefined) return '';
  const then = soldBy(beside.series, now.daysBefore);
  const difference = now.ticketsSoFar - then;
  const words = difference === 0 ? 'els mateixos' : difference > 0 ? `${difference} més` : `${-difference} menys`;
  return `A estes altures, «${beside.name}» en portava ${then}: ara en són ${words}.`;
}
