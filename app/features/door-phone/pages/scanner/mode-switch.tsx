import type { ReactNode } from 'react';

import { type DoorMode, MODE_TEXTS } from '#app/domain/door/mode.ts';
import { MANUAL_FORM } from '../../client/pre-hydration-input.ts';
import styles from './mode-switch.module.css';

export function ModeSwitch({ modes, mode, onChange }: { modes: readonly DoorMode[]; mode: DoorMode; onChange: (mode: DoorMode) => void }): ReactNode {
  return (
    <fieldset className={styles.modes}>
      <legend className={styles.legend}>Què fas en este mòbil</legend>
      {modes.map((one) => (
        <label key={one} className={styles.mode}>
          <input type="radio" name="mode" form={MANUAL_FORM} value={one} checked={one === mode} onChange={() => onChange(one)} />
          <span>{MODE_TEXTS[one].name}</span>
        </label>
      ))}
    </fieldset>
  );
}
