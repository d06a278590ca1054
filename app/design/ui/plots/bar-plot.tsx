import { type ReactNode, useId } from 'react';

import ui from '../layout/primitives.module.css';
import styles from './plots.module.css';

interface PlotBar {
  label: string;
  name: string;
  value: number;
  isRunning: boolean;
}

interface BarPlotProps {
  title: string;
  bars: readonly PlotBar[];
  /** What is counted, above the figures of the table, and what its rows are. */
  counted: string;
  times: string;
  /** 'el més ple, a les 21:00' */
  peakText: (bar: PlotBar) => string;
}

/** From here on only the highest bar, the last and every fourth are labelled. */
const CROWDED = 12;

/** Heights are true to scale; the running bar is hatched. The table behind says the same. */
export function BarPlot({ title, bars, counted, times, peakText }: BarPlotProps): ReactNode {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const peak = bars.find(({ value }) => value === most);
  const isCrowded = bars.length > CROWDED;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <strong id={id}>{title}</strong>
        {peak === undefined ? null : <span className={ui.small}>{peakText(peak)}</span>}
      </figcaption>
      <div className={styles.bars} aria-hidden="true" data-crowded={isCrowded}>
        {bars.map((bar, index) => {
          const isNamed = !isCrowded || index % 4 === 0 || bar.isRunning;
          return (
            <div key={index} className={styles.bar} data-peak={bar === peak} data-running={bar.isRunning}>
              <span className={styles.value}>{isCrowded && bar !== peak && !bar.isRunning ? '' : bar.value}</span>
              <svg className={styles.column} viewBox="0 0 10 100" preserveAspectRatio="none">
                {bar.isRunning ? (
                  <pattern id={`${id}-${index}`} width="10" height="6" patternUnits="userSpaceOnUse">
                    <rect className={styles.hatch} width="10" height="3" />
                  </pattern>
                ) : null}
                <rect className={bar.isRunning ? styles.running : styles.fill} y={100 - (bar.value / most) * 100} width="10" height={(bar.value / most) * 100} fill={bar.isRunning ? `url(#${id}-${index})` : undefined} />
              </svg>
              <span className={styles.label} data-odd={index % 2 === 1}>
                {isNamed ? bar.label : ''}
              </span>
            </div>
          );
        })}
      </div>
      <details className={styles.behind}>
        <summary>Vore-ho en una taula</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{times}</th>
              <th scope="col">{counted}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value, isRunning }, index) => (
              <tr key={index}>
                <th scope="row">
                  {name}
                  {isRunning ? ' (encara corre)' : ''}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
