import { type ReactNode, useCallback, useState } from 'react';

import { MODE_TEXTS } from '#app/domain/door/mode.ts';
import { groundTone } from '#app/domain/door/unread.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import hidden from '#app/design/ui/visually-hidden.module.css';
import type { DoorSession } from '#app/features/door/schema.ts';
import { useInterval } from '#app/design/ui/hooks/use-timer.ts';

import { phoneClock } from '../../client/clock/steady-clock.ts';
import type { DoorState } from '../../client/door-state.ts';
import type { DoorClosing, DoorTransport } from '../../client/link/transport.ts';
import { useLink } from '../../client/link/use-link.ts';
import { forgetDoor } from '../../client/readiness/offline-page.ts';
import { readinessOf } from '../../client/readiness/readiness.ts';
import { useStoredPage } from '../../client/readiness/use-stored-page.ts';
import { oldSince, useCounters } from '../../client/use-counters.ts';
import { useDeviceReport } from '../../client/use-device-report.ts';
import { useAutoDismiss, useDoor } from '../../client/use-door.ts';
import { useStation } from '../../client/use-station.ts';
import { ScanAnswer, Preview } from './answer/answer.tsx';
import { ClosedDoor, EndedShift } from '../closed/closed-door.tsx';
import styles from './door.module.css';
import { DoorBar } from './door-bar.tsx';
import { DoorSettingsPanel } from './door-settings.tsx';
import { Modes } from './modes.tsx';
import { Conflicts, ListState, listPart } from './offline-bar.tsx';
import { ReadinessLight } from './readiness/readiness-light.tsx';
import { CLOSED_CAMERA, ScanEntry } from './scan-entry.tsx';
import { ScanQueueNotice } from './scan-queue-notice.tsx';
import { type DishChoice, useDishChoice } from './ticket-details.tsx';
import { TopBar } from './top-bar.tsx';

const SECOND_MS = 1_000;

interface DoorProps {
  session: DoorSession;
  transport: DoorTransport;
  /** Address under which the page is cached. */
  page: string;
  exit: string | null;
}

export function Door({ session, transport, page, exit }: DoorProps): ReactNode {
  const { scanner, events } = session;
  const used = useStation(session);
  const { settings, change, event, mode, station, others } = used;
  const [camera, setCamera] = useState(CLOSED_CAMERA);
  const [shutBy, setShut] = useState<DoorClosing | null>(null);
  const shut = useCallback((why: DoorClosing) => {
    setShut(why);
    void forgetDoor();
  }, []);
  const { link, state: synced, isRead } = useLink({ transport, station, scanner, others, closed: shut });
  const storedPage = useStoredPage({ page, eventId: station.eventId, scanner });
  const [state, actions] = useDoor(link, { isQuick: settings.isQuick, mode, closed: shut });
  const seen = useCounters(transport, { eventId: event?.id ?? null, closed: shut });
  const figures = { counters: seen?.value ?? null, countersOf: seen && oldSince(seen, { now: browserNow(), isOnline: synced.isOnline }) };
  const readiness = readinessOf({ list: listPart(synced, isRead), ...storedPage }, mode);
  useDeviceReport(transport, { ...station, isReady: readiness.isReady, waiting: synced.queued, listAt: synced.listAt, isKnown: isRead });
  const { displayed, error } = state;
  const { choice, places } = useDishChoice(displayed);
  useAutoDismiss(state, { isQuick: settings.isQuick, clear: actions.clear });
  useSeconds();

  if (shutBy !== null) return shutBy === 'FORBIDDEN' && scanner.hasAccount && scanner.expiresAt != null ? <EndedShift /> : <ClosedDoor hasAccount={scanner.hasAccount} />;
  const problem = error ?? camera.error;
  return (
    <div className={styles.door} data-tone={displayed === null ? 'none' : groundTone(displayed)} data-mode={mode}>
      <TopBar events={events} eventId={event?.id ?? null} onChoose={used.chooseEvent} {...figures} isFolded={displayed !== null}>
        {event === null ? null : (
          <ReadinessLight readiness={readiness}>
            {isRead ? <ListState state={synced} now={phoneClock.now()} /> : <p aria-hidden="true">{'\u00A0'}</p>}
          </ReadinessLight>
        )}
      </TopBar>
      <main className={styles.main} tabIndex={-1}>
        <h1 className={displayed === null ? styles.title : hidden.hidden}>{MODE_TEXTS[mode].title}</h1>
        {displayed === null ? <Conflicts conflicts={synced.conflicts} onDismiss={(nonce) => void link.dismiss(nonce)} /> : null}
        {displayed === null ? <Modes events={events} event={event} mode={mode} onChange={(next) => change({ ...settings, mode: next })} /> : null}
        {event === null ? <p className={styles.problem}>No hi ha cap acte per a verificar.</p> : null}
        {problem === null ? null : <p className={styles.problem} role="alert">{problem}</p>}
        <ScanQueueNotice {...state} />
        <AnswerView displayed={displayed} choice={choice} maySeat={scanner.hasAccount} />
        <ScanEntry state={state} actions={actions} used={used} camera={camera} onCamera={setCamera} onSearch={scanner.hasAccount && event !== null ? link.search : null} />
        {displayed === null ? <DoorSettingsPanel settings={settings} onChange={change} {...figures} exit={exit} seatsTo={scanner.hasAccount && event?.hasTables === true ? `/admin/seure/${event.id}` : null} /> : null}
      </main>
      <DoorBar state={state} actions={actions} mode={mode} isAdmin={scanner.isAdmin} places={places} />
    </div>
  );
}

function AnswerView({ displayed, choice, maySeat }: Pick<DoorState, 'displayed'> & { choice: DishChoice; maySeat: boolean }): ReactNode {
  if (displayed === null) return null;
  return displayed.step === 'preview' ? <Preview {...displayed} key={displayed.key} ref={scrollToTop} choice={choice} maySeat={maySeat} /> : <ScanAnswer {...displayed} key={displayed.key} ref={scrollToTop} maySeat={maySeat} />;
}

/** Someone scrolled down to a button would miss the answer. */
function scrollToTop(answer: HTMLElement | null): void {
  if (answer !== null) window.scrollTo(0, 0);
}

function useSeconds(): void {
  const [, setSeconds] = useState(0);
  useInterval(() => setSeconds((count) => count + 1), SECOND_MS);
}
