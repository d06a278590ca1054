import type { ReactNode } from 'react';

import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import type { DoorEventOption } from '#app/features/door/schema.ts';

import { DOOR_MODES, type DoorMode, modesOf } from '#app/domain/door/mode.ts';
import styles from './door.module.css';
import { ModeSwitch } from './mode-switch.tsx';

export function Modes({ events, event, mode, onChange }: { events: readonly DoorEventOption[]; event: DoorEventOption | null; mode: DoorMode; onChange: (mode: DoorMode) => void }): ReactNode {
  const modes = modesOf(event);
  const hydrated = useHydrated();
  if (hydrated) return modes.length > 1 ? <ModeSwitch modes={modes} mode={mode} onChange={onChange} /> : null;
  // Without scripts it can't follow the event, so it offers the modes of all.
  const all = DOOR_MODES.filter((one) => events.some((other) => modesOf(other).includes(one)));
  if (all.length < 2) return null;
  return (
    <div className={styles.withoutScripts}>
      <ModeSwitch modes={all} mode={mode} onChange={onChange} />
    </div>
  );
}
