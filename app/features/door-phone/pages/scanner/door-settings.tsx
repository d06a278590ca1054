import { type ReactNode, useEffect, useRef } from 'react';

import { timeText } from '#app/domain/time/instant-text.ts';
import type { DoorCounters } from '#app/features/door/schema.ts';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';
import { useLatest } from '#app/design/ui/hooks/use-latest.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { type DoorSettings, MAX_DOOR_NAME } from '../../client/device.ts';
import styles from './door-settings.module.css';

interface DoorSettingsProps {
  settings: DoorSettings;
  onChange: (settings: DoorSettings) => void;
  counters: DoorCounters | null;
  countersOf: string | null;
  exit: string | null;
  /** Who has no table, and where seats are free. */
  seatsTo: string | null;
}

export function DoorSettingsPanel({ settings, onChange, counters, countersOf, exit, seatsTo }: DoorSettingsProps): ReactNode {
  return (
    <div className={styles.settings}>
      <label className={styles.check}>
        <input type="checkbox" checked={settings.isQuick} onChange={(change) => onChange({ ...settings, isQuick: change.target.checked })} />
        <span>
          <b>Mode ràpid</b> {settings.mode === 'serve' ? "Servit només d'escanejar" : "Entren només d'escanejar"}
        </span>
      </label>
      {seatsTo === null ? null : (
        <a href={seatsTo} className={styles.seats}>
          Taules: qui no en té i on queden cadires
        </a>
      )}
      <details className={styles.more}>
        <summary>Este mòbil i la porta</summary>
        <DoorName name={settings.doorName} onRename={(doorName) => onChange({ ...settings, doorName })} />
        {counters === null || countersOf === null ? null : <p>Xifres de les {timeText(countersOf)}</p>}
        {counters === null ? null : <Doors counters={counters} />}
        {exit === null ? null : <a href={exit}>Tornar al panell</a>}
      </details>
    </div>
  );
}

/** Each name is a phone on the page of the evening: it counts once it is written, also where a ticket comes into view meanwhile. */
function DoorName({ name, onRename }: { name: string; onRename: (name: string) => void }): ReactNode {
  const typed = useRef<string | null>(null);
  const rename = useLatest(() => {
    if (typed.current !== null && typed.current !== name) onRename(typed.current);
  });
  useEffect(() => () => rename.current(), [rename]);
  useEventListener('window', 'pagehide', () => rename.current());
  return (
    <label className={styles.name}>
      Nom de la porta
      <input
        type="text"
        defaultValue={name}
        maxLength={MAX_DOOR_NAME}
        onChange={({ target }) => {
          typed.current = target.value;
        }}
        onBlur={() => rename.current()}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </label>
  );
}

function Doors({ counters: { byDoor, byRole, conflicts } }: { counters: DoorCounters }): ReactNode {
  const roles: Record<string, string> = { public: 'Públic', socio: 'Socis', comision: 'Comissió', admin: 'Taquilla' };
  return (
    <dl className={styles.doors}>
      {Object.entries(byDoor).map(([door, count]) => (
        <div key={door} className={ui.apart4}>
          <dt>{door}</dt>
          <dd>{count}</dd>
        </div>
      ))}
      {Object.entries(byRole).map(([role, { admitted, expected }]) => (
        <div key={role} className={ui.apart4}>
          <dt>{roles[role] ?? role}</dt>
          <dd>
            {admitted} / {expected}
          </dd>
        </div>
      ))}
      {conflicts === 0 ? null : (
        <div>
          <dt>Conflictes</dt>
          <dd>{conflicts}</dd>
        </div>
      )}
    </dl>
  );
}
