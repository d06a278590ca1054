import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';

import { browserNow } from '#app/ui/browser-facts.ts';
import { useHydrated } from '#app/ui/forms/hydrated.ts';
import { useWakeLock } from '#app/ui/use-wake-lock.ts';
import hidden from '#app/ui/visually-hidden.module.css';

import { type DoorSettings, deviceOf, eventOfTheEvening, readSettings, saveSettings } from '../client/device.ts';
import { type DoorWire, search } from '../client/door-api.ts';
import { DOOR_MODES, type DoorMode, MODE_TEXTS, modesOf } from '../client/door-mode.ts';
import { type EarlyChoice, earlyChoice } from '../client/early-choice.ts';
import { doorBackend } from '../client/door-backend.ts';
import { wakeSound } from '../client/signals.ts';
import { phoneClock } from '../client/clock/steady-clock.ts';
import { forgetDoor } from '../client/readiness/offline-page.ts';
import { readinessOf } from '../client/readiness/readiness.ts';
import { useKeptPage } from '../client/readiness/use-kept-page.ts';
import { oldSince, useCounters } from '../client/use-counters.ts';
import { useDoor } from '../client/use-door.ts';
import { useShownAnswer } from '../client/use-shown-answer.ts';
import { useOfflineDoor } from '../client/offline/use-offline-door.ts';
import { groundTone } from '../client/scanning/unread.ts';
import { useKeyboardScanner } from '../client/scanning/use-keyboard-scanner.ts';
import type { DoorEventOption, DoorSession } from '../schema.ts';
import { Answer, Preview } from './answer/answer.tsx';
import styles from './door.module.css';
import { DoorBar } from './door-bar.tsx';
import { DoorSettingsPanel } from './door-settings.tsx';
import { ManualEntry } from './manual-entry.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { Conflicts, ListState, listPart } from './offline-bar.tsx';
import { ReadinessLight } from './readiness/readiness-light.tsx';
import { ScanTurns } from './scan-turns.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { TopBar } from './top-bar.tsx';
import { useDishChoice } from './use-dish-choice.ts';
import { WaitingHere } from './waiting-here.tsx';

const SECOND_MS = 1_000;

const START: DoorSettings = { doorName: 'Porta', mark: '', isQuick: false, mode: 'in', event: null, cameraId: null };

export interface DoorProps {
  session: DoorSession;
  wire: DoorWire;
  /** Its own address, under which it is kept for the time without network. */
  page: string;
  exit: string | null;
}

export function Door({ session, wire, page, exit }: DoorProps): ReactNode {
  const hydrated = useHydrated();
  // Known only after hydration: the server has no settings.
  const [openedAt] = useState(browserNow);
  const [early] = useState(earlyChoice);
  const kept = useMemo(() => (hydrated ? keptSettings(early, openedAt) : START), [hydrated, early, openedAt]);
  const [changed, setSettings] = useState<DoorSettings | null>(null);
  const settings = changed ?? kept;
  const chosen = eventOfTheEvening(settings, openedAt);
  const eventId = session.events.some(({ id }) => id === chosen) ? chosen : (session.events[0]?.id ?? null);
  const [camera, setCamera] = useState<{ isOpen: boolean; error: string | null }>({ isOpen: false, error: null });
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? (hydrated ? early.text : '');
  const [isShut, setShut] = useState(false);
  const shut = useCallback(() => setShut(true), []);

  const event = session.events.find(({ id }) => id === eventId) ?? null;
  const modes = modesOf(event);
  const mode = modes.includes(settings.mode) ? settings.mode : 'in';
  const device = deviceOf(settings);
  const place = useMemo(() => ({ eventId: eventId ?? 0, device }), [eventId, device]);
  const others = useMemo(() => session.events.filter(({ id, isToday }) => isToday && id !== eventId).map(({ id }) => id), [session, eventId]);
  const { offline, state: offlineState, isRead } = useOfflineDoor({ wire, place, scanner: session.scanner, others, closed: shut });
  const keptPage = useKeptPage({ page, eventId: place.eventId, scanner: session.scanner });
  const backend = useMemo(() => doorBackend({ wire, place, offline }), [wire, place, offline]);
  const [state, actions] = useDoor(backend, { isQuick: settings.isQuick, mode });
  const seen = useCounters(wire, eventId);
  const counters = seen?.value ?? null;
  const countersOf = seen === null ? null : oldSince(seen, { now: browserNow(), isOnline: offlineState.isOnline });
  useSeconds();
  useWakeLock(camera.isOpen || settings.isQuick);
  useKeyboardScanner((code) => actions.scan(code, 'scanner'));

  const { shown } = state;
  const { clear } = actions;
  useShownAnswer(state, { isQuick: settings.isQuick, clear });
  const { choice, places } = useDishChoice(shown);
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

  if (state.isClosed || isShut) return <ClosedDoor hasAccount={session.scanner.hasAccount} />;
  const tone = shown === null ? 'none' : groundTone(shown);
  return (
    <div className={styles.door} data-tone={tone} data-mode={mode}>
      <TopBar events={session.events} eventId={eventId} onChoose={(id) => change({ ...settings, event: { id, at: browserNow() } })} counters={counters} countersOf={countersOf} isFolded={shown !== null}>
        {eventId === null ? null : (
          <ReadinessLight readiness={readinessOf({ list: listPart(offlineState, isRead), ...keptPage }, mode)}>
            {isRead ? <ListState state={offlineState} now={phoneClock.now()} /> : null}
          </ReadinessLight>
        )}
      </TopBar>
      <main className={styles.main} tabIndex={-1}>
        <h1 className={shown === null ? styles.title : hidden.hidden}>{MODE_TEXTS[mode].title}</h1>
        {shown === null ? <Conflicts conflicts={offlineState.conflicts} onDismiss={(nonce) => void offline.dismiss(nonce)} /> : null}
        {shown === null ? <Modes events={session.events} event={event} mode={mode} onChange={(next) => change({ ...settings, mode: next })} /> : null}
        {eventId === null ? <p className={styles.problem}>No hi ha cap acte per a verificar.</p> : null}
        {state.error === null && camera.error === null ? null : (
          <p className={styles.problem} role="alert">
            {state.error ?? camera.error}
          </p>
        )}
        <ScanTurns {...state} />
        {shown === null ? null : shown.step === 'preview' ? <Preview {...shown} key={shown.key} choice={choice} /> : <Answer {...shown} key={shown.key} />}
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
            <DoorSettingsPanel settings={settings} onChange={change} counters={counters} countersOf={countersOf} exit={exit} />
          </>
        ) : null}
      </main>
      <DoorBar state={state} actions={actions} mode={mode} isAdmin={session.scanner.isAdmin} places={places} />
    </div>
  );
}

function Modes({ events, event, mode, onChange }: { events: DoorSession['events']; event: DoorEventOption | null; mode: DoorMode; onChange: (mode: DoorMode) => void }): ReactNode {
  const modes = modesOf(event);
  const hydrated = useHydrated();
  if (hydrated) return modes.length > 1 ? <ModeSwitch modes={modes} mode={mode} onChange={onChange} /> : null;
  // Without scripts it can't follow the event, so it offers what any of them allows.
  const all = DOOR_MODES.filter((one) => events.some((other) => modesOf(other).includes(one)));
  if (all.length < 2) return null;
  return (
    <div className={styles.withoutScripts}>
      <ModeSwitch modes={all} mode={mode} onChange={onChange} />
    </div>
  );
}

function ClosedDoor({ hasAccount }: { hasAccount: boolean }): ReactNode {
  // Scans that wait to be sent stay.
  useEffect(() => void forgetDoor(), []);
  return (
    <div className={styles.door}>
      <span />
      <main className={`${styles.main} ${styles.closed}`}>
        <span className={styles.lock} aria-hidden="true">
          ✕
        </span>
        <h1 className={styles.message}>Accés denegat</h1>
        <p role="alert">
          Error d'autenticació: {hasAccount ? 'esta sessió ja no obri la porta. Torna a iniciar sessió.' : "este passe ja no obri la porta. Demana un enllaç nou a qui l'organitza."}
        </p>
        <WaitingHere sentBy={hasAccount ? 'another' : 'this'} />
        {hasAccount ? (
          <a className={styles.scan} href="/login">
            Iniciar Sessió
          </a>
        ) : null}
      </main>
    </div>
  );
}

function keptSettings(early: EarlyChoice, now: number): DoorSettings {
  const settings = readSettings();
  return early.eventId === null ? settings : { ...settings, event: { id: early.eventId, at: now } };
}

function useSeconds(): void {
  const [, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
}
