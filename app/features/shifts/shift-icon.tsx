import type { ReactNode } from 'react';

import type { ShiftKind } from '#app/domain/shifts/shift.ts';

import styles from './shift-icon.module.css';

/** Drawn as the crest is: an uneven line and one saffron fill. */
const DRAWINGS: Readonly<Record<ShiftKind, { fill: string; line: string }>> = {
  bar: { fill: 'M5.2 9.6c3.200.5 6.300.5 9.400 0l-.8 10c-2.600.5-5.200.5-7.800 0z', line: 'M5 5.200h9.800l-1 14.400c-2.600.5-5.200.5-7.800 0zM14.700 8.200h2.200c2.600 0 3.300 1 3.100 3-.3 2.700-2.500 4.100-5.700 4.300' },
  kitchen: { fill: 'M4 11.200h16.200l-1.300 7.600c-4.500.8-9 .8-13.600 0z', line: 'M4 11.200h16.200l-1.300 7.600c-4.500.8-9 .8-13.600 0zM1.800 11.300h20.400M8.600 3.200c-1.300 1.600 1.200 2.800 0 4.600M12.600 2.700c-1.300 1.700 1.300 3 0 5M16.400 3.200c-1.200 1.600 1.200 2.800 0 4.600' },
  door: { fill: 'M5.600 3.400l8.800 1.500v15.400l-8.800 1.200z', line: 'M5.600 21.300V3.300h12.900v18M5.600 3.400l8.800 1.500v15.400l-8.800 1.200M3 21.400h18.300M11.700 12.200v1.300' },
  till: { fill: 'M3.400 12.800h17.400v7.600H3.300z', line: 'M3.400 12.800h17.400v7.600H3.300zM6 12.700l1.200-6.200h9.600l1.300 6.200M9.700 6.300V3.400h4.800v2.900M9.400 16.600h5.300' },
  setup: { fill: 'M4.200 4.100l6.500-.9 3.300 3.400-4.300 4.200-2.700-2.500-2.900 1.300z', line: 'M4.200 4.100l6.500-.9 3.300 3.400-4.300 4.200-2.700-2.500-2.900 1.300zM12 8.700l8.800 9.200c.5 1.800-.8 3-2.400 2.600L9.700 11' },
};

export function ShiftIcon({ kind }: { kind: ShiftKind }): ReactNode {
  const { fill, line } = DRAWINGS[kind];
  return (
    <svg viewBox="0 0 24 24" width={32} height={32} aria-hidden="true" className={styles.icon}>
      <path d={fill} className={styles.fill} />
      <path d={line} />
    </svg>
  );
}
