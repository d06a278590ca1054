import type { ReactNode } from 'react';

import styles from './bunting.module.css';

const COLOURS = ['#c8381a', '#f5a524', '#0b6e69', '#fff2e2'] as const;

export function Bunting(): ReactNode {
  return (
    <svg className={styles.bunting} viewBox="0 0 1440 130" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
      <Garland from={-40} to={720} />
      <Garland from={720} to={1480} />
    </svg>
  );
}

const FLAGS = 16;
const SAG = 62;

function Garland({ from, to }: { from: number; to: number }): ReactNode {
  const width = to - from;
  return (
    <g>
      <path
        d={`M${from} 0Q${from + width / 2} ${SAG * 2} ${to} 0`}
        fill="none"
        stroke="#fff2e2"
        strokeOpacity="0.45"
        strokeWidth="1.5"
      />
      {Array.from({ length: FLAGS }, (_, index) => {
        const share = (index + 0.5) / FLAGS;
        const x = Math.round(from + width * share);
        const y = Math.round(SAG * 4 * share * (1 - share));
        return <path key={index} d={`M${x - 14} ${y}h28l-14 32Z`} fill={COLOURS[index % COLOURS.length]} />;
      })}
    </g>
  );
}
