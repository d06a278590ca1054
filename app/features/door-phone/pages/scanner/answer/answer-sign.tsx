import type { ReactNode } from 'react';

import type { AdmissionTone } from '#app/domain/door/verdict.ts';

import styles from './answer.module.css';

/** Shapes differ too, for the colour-blind. */
const SIGNS: Record<AdmissionTone, { shape: string; mark: string }> = {
  yes: { shape: 'M48 4a44 44 0 1 1 0 88a44 44 0 1 1 0-88z', mark: 'M28 50 42 64 69 34' },
  warn: { shape: 'M48 8 92 86H4z', mark: 'M48 36v24M48 72v1' },
  no: { shape: 'M30 4h36l26 26v36L66 92H30L4 66V30z', mark: 'M31 31l34 34M65 31 31 65' },
};

export function AnswerSign({ tone }: { tone: AdmissionTone }): ReactNode {
  const { shape, mark } = SIGNS[tone];
  return (
    <svg className={styles.sign} viewBox="0 0 96 96" aria-hidden="true">
      <path className={styles.shape} d={shape} />
      <path className={styles.mark} d={mark} />
    </svg>
  );
}
