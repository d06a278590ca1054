import { type ReactNode, useEffect, useMemo, useState } from 'react';

import { admissionTone } from '#app/domain/ticket/admission-text.ts';
import { browserNow, monotonicNow } from '#app/ui/browser-facts.ts';
import { useHydrated } from '#app/ui/forms/hydrated.ts';
import { useWakeLock } from '#app/ui/use-wake-lock.ts';
import hidden from '#app/ui/visually-hidden.module.css';

import { type DoorSettings, deviceOf, readSettings, saveSettings } from '../client/device.ts';
import { type DoorWire, search } from '../client/door-api.ts';
import { forgetDoor } from '../client/offline-page.ts';
import { doorBackend } from '../client/door-backend.ts';
import { wakeSound } from '../client/signals.ts';
import { useCounters } from '../client/use-counters.ts';
import { type LastAdmission, type Shown, useDoor } from '../client/use-door.ts';
import { useOfflineDoor } from '../client/use-offline-door.ts';
import { useWedge } from '../client/use-wedge.ts';
import type { DoorSession } from '../schema.ts';
import { Answer, Preview } from './answer.tsx';
import styles from './door.module.css';
import { DoorSettingsPanel } from './door-settings.tsx';
import { ManualEntry } from './manual-entry.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { TopBar } from './top-bar.tsx';

const SHOW_YES_MS = 2_500;
const SHOW_NO_MS = 4_500;
const SECOND_MS = 1_000;

const START: DoorSettings = { doorName: 'Porta', mark: '', isQuick: false, cameraId: null };

export interface DoorProps {
  session: DoorSession;
  wire: DoorWire;
  exit: string | null;
}

export function Door({ session, wire, exit }: DoorProps): ReactNode {
  const hydrated = useHydrated();
  // Known only after hydration: the server has no settings.
  const kept = useMemo(() => (hydrated ? readSettings() : START), [hydrated]);
  const [changed, setSettings] = useState<DoorSettings | null>(null);
  const settings = changed ?? kept;
  const [chosen, setEventId] = useState(session.events[0]?.id ?? null);
  const eventId = session.events.some(({ id }) => id === chosen) ? chosen : (session.events[0]?.id ?? null);
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [camera, setCamera] = useState<{ isOpen: boolean; error: string | null }>({ isOpen: false, error: null });
  const [text, setText] = useState('');

  const event = session.events.find(({ id }) => id === eventId) ?? null;
  const allowsExit = event?.exitReentry === true;
  const device = deviceOf(settings);
  const place = useMemo(() => ({ eventId: eventId ?? 0, device }), [eventId, device]);
  const { offline, state: offlineState } = useOfflineDoor(wire, place);
  const backend = useMemo(() => doorBackend({ wire, place, offline }), [wire, place, offline]);
  const [state, actions] = useDoor(backend, { isQuick: settings.isQuick, direction: allowsExit ? direction : 'in' });
  const counters = useCounters(wire, eventId);
  useSeconds();
  useWakeLock(camera.isOpen);
  useWedge((code) => actions.scan(code, 'scanner'));

  const { shown, last } = state;
  const { clear } = actions;
  useEffect(() => {
    if (shown?.step !== 'result' || !settings.isQuick) return;
    const timer = setTimeout(clear, admissionTone(shown.answer.code) === 'yes' ? SHOW_YES_MS : SHOW_NO_MS);
    return () => clearTimeout(timer);
  }, [shown, settings.isQuick, clear]);
  const succeeded = shown?.step === 'result' && shown.answer.success ? shown.key : null;
  const [cleared, setCleared] = useState<number | null>(null);
  if (succeeded !== null && succeeded !== cleared) {
    setCleared(succeeded);
    setText('');
  }

  function change(next: DoorSettings): void {
    setSettings(next);
    saveSettings(next);
  }
  function open(): void {
    wakeSound();
    clear();
    setCamera({ isOpen: true, error: null });
  }
  function onCode(code: string): void {
    if (!settings.isQuick) setCamera({ isOpen: false, error: null });
    actions.scan(code, 'camera');
  }

  if (state.isClosed) return <ClosedDoor />;
  const tone = shown === null || shown.step === 'preview' ? 'none' : admissionTone(shown.answer.code);
  return (
    <div className={styles.door} data-tone={tone}>
      <TopBar events={session.events} eventId={eventId} onChoose={setEventId} counters={counters} />
      <main className={styles.main} tabIndex={-1}>
        <h1 className={shown?.step === 'result' ? hidden.hidden : styles.title}>Verificació de tiquets{allowsExit && direction === 'out' ? ': eixida' : ''}</h1>
        {eventId === null ? <p className={styles.problem}>No hi ha cap acte per a verificar.</p> : null}
        {state.error === null && camera.error === null ? null : (
          <p className={styles.problem} role="alert">
            {state.error ?? camera.error}
          </p>
        )}
        {shown === null ? null : shown.step === 'preview' ? <Preview key={shown.key} answer={shown.answer} isLocal={shown.isLocal} /> : <Answer key={shown.key} answer={shown.answer} isLocal={shown.isLocal} />}
        {camera.isOpen ? (
          <div className={shown === null ? styles.camera : styles.aside}>
            <ScanPanel
              cameraId={settings.cameraId}
              onChooseCamera={(cameraId) => change({ ...settings, cameraId: cameraId || null })}
              onCode={onCode}
              onClose={(error) => {
                setCamera({ isOpen: false, error });
                // The kept camera is gone: don't ask for it again.
                if (error !== null && settings.cameraId !== null) change({ ...settings, cameraId: null });
              }}
            />
          </div>
        ) : null}
        {shown === null ? (
          <>
            {camera.isOpen ? null : (
              <button type="button" className={styles.scan} onClick={open}>
                <span aria-hidden="true">📷</span> Escanejar codi QR
              </button>
            )}
            <ManualEntry
              text={text}
              onText={setText}
              onSubmit={(typed) => {
                wakeSound();
                actions.scan(typed, 'typed');
              }}
              isBusy={state.busy === 'verify'}
              onSearch={session.scanner.hasAccount && eventId !== null ? (typed) => search(wire, eventId, typed) : null}
            />
            <DoorSettingsPanel settings={settings} onChange={change} direction={allowsExit ? { value: direction, onChange: setDirection } : null} counters={counters} exit={exit} />
          </>
        ) : null}
        {!hydrated ? null : <OfflineBar state={offlineState} now={browserNow()} onDismiss={(nonce) => void offline.dismiss(nonce)} />}
      </main>
      <Bar shown={shown} last={last} busy={state.busy} actions={actions} isOut={allowsExit && direction === 'out'} />
    </div>
  );
}

interface BarProps {
  shown: Shown | null;
  last: LastAdmission | null;
  busy: ReturnType<typeof useDoor>[0]['busy'];
  actions: ReturnType<typeof useDoor>[1];
  isOut: boolean;
}

function Bar({ shown, last, busy, actions, isOut }: BarProps): ReactNode {
  const left = last === null ? 0 : Math.ceil((last.until - monotonicNow()) / SECOND_MS);
  const waiting = shown?.answer.success === true && shown.step === 'result' ? shown.party.filter(({ status, ticketId }) => status === 'active' && ticketId !== shown.answer.ticket?.id) : [];
  const ticket = shown?.answer.ticket;
  const mayConfirm = shown?.step === 'preview' && ticket !== undefined && (isOut ? ticket.used_at !== null : shown.answer.success);
  if (shown === null && left <= 0) return null;
  return (
    <footer className={styles.bar}>
      {shown?.step === 'preview' ? (
        <>
          <button type="button" onClick={actions.clear}>
            Cancel·lar
          </button>
          {mayConfirm ? (
            <button type="button" className={styles.primary} aria-disabled={busy !== null} onClick={actions.confirm}>
              {busy === 'use' ? '⏳ Confirmant...' : isOut ? 'Confirmar eixida' : 'Confirmar i Utilitzar'}
            </button>
          ) : null}
        </>
      ) : (
        <>
          {waiting.length === 0 ? null : (
            <button type="button" className={styles.primary} aria-disabled={busy !== null} onClick={() => actions.enterParty(waiting)}>
              Entrar {waiting.length} de {waiting.length} més
            </button>
          )}
          {left > 0 ? (
            <button type="button" aria-disabled={busy !== null} onClick={actions.undo}>
              {last?.ticketId === ticket?.id ? 'Desfer' : "Desfer l'última"} ({left}{'\u00a0'}s)
            </button>
          ) : null}
          {shown === null ? null : (
            <button type="button" onClick={actions.clear}>
              Següent
            </button>
          )}
        </>
      )}
    </footer>
  );
}

function ClosedDoor(): ReactNode {
  // Scans that wait to be sent stay.
  useEffect(() => void forgetDoor(), []);
  return (
    <div className={styles.door}>
      <main className={styles.main}>
        <h1 className={styles.message}>Accés denegat</h1>
        <p role="alert">Error d'autenticació: este passe o esta sessió ja no obri la porta. Demana-li a un administrador un enllaç nou, o torna a iniciar sessió.</p>
        <a className={styles.scan} href="/login">
          Iniciar Sessió
        </a>
      </main>
    </div>
  );
}

/** Rerenders each second for ages and the time left for an undo. */
function useSeconds(): void {
  const [, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
}
