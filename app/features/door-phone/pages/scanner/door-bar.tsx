import { type ReactNode, useState } from 'react';

import { dishesText } from '#app/domain/door/verdict.ts';
import { monotonicNow, randomName } from '#app/design/ui/browser-facts.ts';
import { type DoorMode, MODE_TEXTS } from '#app/domain/door/mode.ts';

import type { DisplayedAnswer, DoorState } from '../../client/door-state.ts';
import type { DoorActions } from '../../client/use-door.ts';
import styles from './door.module.css';
import type { GroupTicket } from '../../client/link/link.ts';

const SECOND_MS = 1_000;

interface DoorBarProps {
  state: DoorState;
  actions: DoorActions;
  mode: DoorMode;
  isAdmin: boolean;
  /** Dishes to serve; null where nothing is served. */
  places: readonly number[] | null;
}

export function DoorBar({ state: { displayed, last, busy }, actions, mode, isAdmin, places }: DoorBarProps): ReactNode {
  const left = last === null ? 0 : Math.ceil((last.until - monotonicNow()) / SECOND_MS);
  if (displayed === null && left <= 0) return null;
  const ticket = displayed?.answer.ticket;
  const isBusy = busy !== null;
  if (displayed?.step === 'preview') {
    const mayConfirm = ticket !== undefined && displayed.answer.success;
    return (
      <footer className={styles.bar}>
        <AdminUndo key={displayed.key} displayed={displayed} isAdmin={isAdmin} actions={actions} />
        <button type="button" onClick={actions.clear}>
          Cancel·lar
        </button>
        {mayConfirm ? (
          <button type="button" className={styles.primary} aria-disabled={isBusy || places?.length === 0} onClick={() => (places?.length === 0 ? undefined : actions.confirm(places ?? undefined))}>
            {busy === 'use' ? '⏳ Confirmant...' : confirmText(mode, places)}
          </button>
        ) : null}
      </footer>
    );
  }
  const waiting = displayed?.answer.code === 'ADMITTED' ? displayed.group.filter(({ status, ticketId }) => status === 'active' && ticketId !== ticket?.id) : [];
  return (
    <footer className={styles.bar}>
      {displayed === null || waiting.length === 0 ? null : <GroupEntry key={displayed.key} waiting={waiting} isBusy={isBusy} onEnter={actions.admitGroup} />}
      {displayed === null || left > 0 ? null : <AdminUndo key={displayed.key} displayed={displayed} isAdmin={isAdmin} actions={actions} />}
      {left > 0 && last !== null ? (
        <button type="button" aria-disabled={isBusy} onClick={() => actions.undo(last.scans, last.link)}>
          {undoText(last.scans.length, last.scans.some(({ ticketId }) => ticketId === ticket?.id))} ({left}{'\u00a0'}s)
        </button>
      ) : null}
      {displayed === null ? null : (
        <button type="button" onClick={actions.clear}>
          Següent
        </button>
      )}
    </footer>
  );
}

function confirmText(mode: DoorMode, places: readonly number[] | null): string {
  const { confirm } = MODE_TEXTS[mode];
  if (mode !== 'serve') return confirm;
  return places === null || places.length === 0 ? 'Tria què servixes' : `${confirm} ${dishesText(places.length)}`;
}

function undoText(scans: number, isDisplayed: boolean): string {
  if (scans > 1) return isDisplayed ? `Desfer les ${scans}` : `Desfer les ${scans} d'abans`;
  return isDisplayed ? 'Desfer' : "Desfer l'última";
}

/** Two steps, since it lets the ticket enter again at any later time. */
function AdminUndo({ displayed, isAdmin, actions }: { displayed: DisplayedAnswer; isAdmin: boolean; actions: DoorActions }): ReactNode {
  const [isSure, setSure] = useState(false);
  const { code, ticket } = displayed.answer;
  const what = code === 'ALREADY_USED' ? 'entry' : code === 'ALREADY_SERVED' ? 'serving' : null;
  if (!isAdmin || displayed.isLocal || ticket === undefined || what === null) return null;
  return (
    <button type="button" onClick={() => (isSure ? actions.undo([{ ticketId: ticket.id, nonce: randomName(), what }]) : setSure(true))}>
      {isSure ? 'Segur? Desfer' : what === 'entry' ? "Desfer l'entrada" : 'Desfer el servici'}
    </button>
  );
}

function GroupEntry({ waiting, isBusy, onEnter }: { waiting: readonly GroupTicket[]; isBusy: boolean; onEnter: (tickets: readonly GroupTicket[]) => void }): ReactNode {
  const [wanted, setWanted] = useState(waiting.length);
  const count = Math.min(wanted, waiting.length);
  return (
    <div className={styles.group} role="group" aria-label="La resta de la comanda">
      {waiting.length === 1 ? null : (
        <button type="button" aria-label="Una persona menys" aria-disabled={count === 1} onClick={() => setWanted(Math.max(1, count - 1))}>
          −
        </button>
      )}
      <button type="button" className={styles.primary} aria-disabled={isBusy} onClick={() => onEnter(waiting.slice(0, count))}>
        Entrar {count} de {waiting.length} més
      </button>
      {waiting.length === 1 ? null : (
        <button type="button" aria-label="Una persona més" aria-disabled={count === waiting.length} onClick={() => setWanted(Math.min(waiting.length, count + 1))}>
          +
        </button>
      )}
    </div>
  );
}
