import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode, Ref } from 'react';

import styles from './stepper.module.css';

export interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  addLabel: string;
  removeLabel: string;
  addButton?: Ref<HTMLButtonElement>;
  onAdd: () => void;
  onRemove: () => void;
}

export function Stepper({ label, value, min, max, addLabel, removeLabel, addButton, onAdd, onRemove }: StepperProps): ReactNode {
  const isLeast = value <= min;
  const isMost = value >= max;
  return (
    <div role="group" aria-label={label} className={styles.stepper}>
      <button type="button" className={styles.step} aria-label={removeLabel} aria-disabled={isLeast} onClick={isLeast ? undefined : onRemove}>
        <Minus size={20} strokeWidth={2.5} aria-hidden="true" />
      </button>
      <output className={styles.value}>{value}</output>
      <button ref={addButton} type="button" className={styles.step} aria-label={addLabel} aria-disabled={isMost} onClick={isMost ? undefined : onAdd}>
        <Plus size={20} strokeWidth={2.5} aria-hidden="true" />
      </button>
    </div>
  );
}
