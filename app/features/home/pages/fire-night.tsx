import type { ReactNode } from 'react';

import styles from './fire-night.module.css';

export function FireNight(): ReactNode {
  return (
    <svg className={styles.night} viewBox="0 0 1440 700" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
      <Stars />
      <Town />
      <Fire />
      <Sparks />
      <Crowd />
    </svg>
  );
}

/** x, y, radius. */
const STARS = [
  [40, 150, 1.3], [92, 268, 1.6], [58, 402, 1.1], [128, 118, 1.2], [684, 140, 1.3], [742, 292, 1.7], [812, 168, 1.2],
  [884, 236, 1.1], [1168, 150, 1.5], [1220, 112, 1.2], [1352, 178, 1.8], [1396, 286, 1.2], [1412, 138, 1.1],
  [1080, 120, 1.2], [970, 142, 1.4], [706, 226, 1.1],
] as const;

function Stars(): ReactNode {
  return (
    <g fill="#ffe3b8">
      {STARS.map(([x, y, radius], index) => (
        <circle key={x} cx={x} cy={y} r={radius} className={index % 3 === 0 ? styles.twinkle : undefined} opacity="0.75" />
      ))}
    </g>
  );
}

function Town(): ReactNode {
  return (
    <g>
      <path
        fill="#2b0e1b"
        d="M0 700V520h70v-34l46-26 46 26v30h58v-44h92v36l40-22 44 22v22h66v-52l52-30 54 30v40h48v-76h84v52h62v-40l46-26 46 26v44h58v-62h70v40l52-28 52 28v34h62v-60h82v42h68v-34l50-28 50 28v44h72v-52h66v226Z"
      />
      <g transform="translate(700 0)">
        <path
          fill="#200913"
          d="M560 700V352h-8v-14h12V258h-7v-11h13l6-38 24-30 24 30 6 38h13v11h-7v80h12v14h-8v348Zm38-532V132h4v36Zm-8-26h20v4h-20Z"
        />
        <path fill="#5b1c22" d="M560 700V352h-8v-14h12V258h-7v-11h13l6-38 12-15v506Z" />
        <path fill="#f5a524" opacity="0.9" d="M590 290a10 12 0 0 1 20 0v30h-20Z" />
      </g>
      <g fill="#f5a524">
        <path opacity="0.85" d="M240 548h10v14h-10zM356 560h9v13h-9zM690 520h10v15h-10zM786 548h9v13h-9zM1184 536h10v14h-10zM1318 556h9v13h-9z" />
        <path opacity="0.5" d="M98 520h9v13h-9zM282 548h10v14h-10zM466 522h10v14h-10zM708 520h10v15h-10zM880 520h9v14h-9zM1266 520h10v14h-10zM1394 540h9v14h-9z" />
      </g>
    </g>
  );
}

const FLAME = 'M48 18c6 12 20 18 20 36a20 20 0 0 1-40 0c0-10 6-13 8-22 5 3 7 7 7 12 5-6 7-14 5-26Z';

function Fire(): ReactNode {
  return (
    <g transform="translate(1000 640)">
      <radialGradient id="foc-resplendor">
        <stop offset="0" stopColor="#ffb347" stopOpacity="0.5" />
        <stop offset="0.45" stopColor="#e8622a" stopOpacity="0.24" />
        <stop offset="1" stopColor="#e8622a" stopOpacity="0" />
      </radialGradient>
      <ellipse cx="0" cy="-110" rx="520" ry="430" fill="url(#foc-resplendor)" />
      <g className={styles.flame}>
        <path d={FLAME} fill="#a32a12" transform="translate(-350 -506) scale(7 7)" />
      </g>
      <g className={`${styles.flame} ${styles.second}`}>
        <path d={FLAME} fill="#c8381a" transform="translate(-334 -299) scale(4.2 4.2)" />
        <path d={FLAME} fill="#c8381a" transform="translate(343 -314) scale(-4.4 4.4)" />
      </g>
      <g className={`${styles.flame} ${styles.third}`}>
        <path d={FLAME} fill="#e8622a" transform="translate(272 -380) scale(-5.3 5.3)" />
      </g>
      <g className={styles.flame}>
        <path d={FLAME} fill="#f5a524" transform="translate(-190 -269) scale(3.8 3.8)" />
      </g>
      <g className={`${styles.flame} ${styles.second}`}>
        <path d={FLAME} fill="#ffe3a1" transform="translate(112 -151) scale(-2.2 2.2)" />
      </g>
      <path fill="#14060d" d="M-150 30-84-20 0 14 84-22l66 52ZM-96-14-26-52 10 6ZM98-16 30-54-4 4Z" />
    </g>
  );
}

/** x, height above the fire, radius. */
const SPARKS = [
  [918, 402, 3.2], [962, 300, 2.4], [1004, 236, 3], [1046, 330, 2.2], [1090, 262, 3.4], [1128, 372, 2.4], [1158, 300, 2],
  [984, 180, 2], [1066, 150, 2.4], [1018, 106, 1.8], [900, 250, 1.8], [1190, 210, 1.8],
] as const;

function Sparks(): ReactNode {
  return (
    <g fill="#ffb45e">
      {SPARKS.map(([x, y, radius], index) => (
        <circle key={x} cx={x} cy={y} r={radius} className={`${styles.spark} ${styles[`spark${index % 4}`] ?? ''}`} />
      ))}
    </g>
  );
}

interface Figure {
  x: number;
  size: number;
  pose: 'still' | 'arms' | 'arm' | 'pair' | 'child';
}

const FIGURES: readonly Figure[] = [
  { x: 24, size: 1.02, pose: 'still' }, { x: 96, size: 1.1, pose: 'pair' }, { x: 214, size: 0.98, pose: 'arm' },
  { x: 282, size: 1.06, pose: 'still' }, { x: 352, size: 1.12, pose: 'pair' }, { x: 478, size: 1, pose: 'arms' },
  { x: 546, size: 1.04, pose: 'still' }, { x: 606, size: 1, pose: 'child' }, { x: 664, size: 1.14, pose: 'pair' },
  { x: 786, size: 1.02, pose: 'arm' }, { x: 850, size: 1.08, pose: 'still' }, { x: 914, size: 1, pose: 'arms' },
  { x: 978, size: 1, pose: 'child' }, { x: 1030, size: 1.06, pose: 'pair' }, { x: 1146, size: 1, pose: 'arms' },
  { x: 1212, size: 1.1, pose: 'still' }, { x: 1270, size: 1.04, pose: 'pair' }, { x: 1384, size: 1, pose: 'arm' },
  { x: 1432, size: 1.08, pose: 'still' },
];

const BODY = 'M-30 140c0-60 0-90 30-90s30 30 30 90Z';

function Crowd(): ReactNode {
  return (
    <g>
      <path fill="#14060d" d="M0 700v-52c180-22 360-26 560-16s420 22 880 2v66Z" />
      <g transform="translate(1.5 -3)" fill="#d2541f" stroke="#d2541f" opacity="0.75">
        <Figures />
      </g>
      <g fill="#14060d" stroke="#14060d">
        <Figures />
      </g>
    </g>
  );
}

function Figures(): ReactNode {
  return FIGURES.map(({ x, size, pose }) => (
    <g key={x} transform={`translate(${x} ${708 - 120 * size}) scale(${size})`} strokeWidth="0">
      {pose === 'child' ? (
        <g transform="translate(0 46) scale(0.64)">
          <SessionUser />
          <Arms d="M-18 76C-34 62-38 50-40 32M18 76c16-14 20-26 22-44" />
        </g>
      ) : (
        <SessionUser />
      )}
      {pose === 'arms' ? <Arms d="M-18 72C-36 54-42 30-44 2M18 72c18-18 22-42 28-72" /> : null}
      {pose === 'arm' ? <Arms d="M18 72c16-14 24-38 24-66" /> : null}
      {pose === 'pair' ? (
        <>
          <g transform="translate(54 6) scale(0.95)">
            <SessionUser />
          </g>
          <Arms d="M6 70c16-8 34-8 48 2" />
        </>
      ) : null}
    </g>
  ));
}

function SessionUser(): ReactNode {
  return (
    <>
      <circle cx="0" cy="34" r="17" />
      <path d={BODY} />
    </>
  );
}

function Arms({ d }: { d: string }): ReactNode {
  return <path d={d} fill="none" strokeWidth="13" strokeLinecap="round" />;
}
