import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { redirectDocument } from 'react-router';

import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import type { DoorSession } from '#app/features/door/schema.ts';
import { useRepeat } from '../client/readiness/repeat.ts';

import { inPhoneTime, measureAhead } from '../client/clock/phone-time.ts';
import { handInAll } from '../client/link/sync.ts';
import { DoorClosed, doorTransport } from '../client/link/transport.ts';
import { forgetPass, storePass, readPass } from '../client/stored-pass.ts';
import { Door } from './scanner/door.tsx';
import { WaitingHere } from './closed/closed-door.tsx';
import styles from './scanner/door.module.css';
import type { Route } from './+types/pass-door.ts';

const PAGE = '/porta';

export const meta: Route.MetaFunction = ({ error, matches }) => (error ? [] : [...pageMeta({ matches, title: 'La porta' }), { name: 'robots', content: 'noindex' }]);

export function headers(): HeadersInit {
  return { 'Cache-Control': 'no-cache', 'Referrer-Policy': 'no-referrer' };
}

/** Without a server loader `clientLoader` would also run on the first load, and redirect for ever. */
export function loader(): null {
  return null;
}

/** This page needs its own content policy, which only a document load brings. */
export function clientLoader(): never {
  throw redirectDocument(PAGE);
}

type Opened = { state: 'opening' } | { state: 'open'; token: string; session: DoorSession } | { state: 'closed'; token: string | null } | { state: 'unreachable' };

export default function PassDoor(): ReactNode {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const token = takeToken() ?? readPass()?.token ?? null;
    const say = (next: Opened): void => {
      if (isCurrent) setOpened(next);
    };
    if (token === null) say({ state: 'closed', token });
    else {
      const response = doorTransport(token).get<DoorSession>('/api/door');
      response.then(
        (answered) => {
          const session = inPhoneTime(answered, measureAhead(answered));
          storePass({ token, session });
          say({ state: 'open', token, session });
        },
        (error: unknown) => {
          if (error instanceof DoorClosed) return say({ state: 'closed', token });
          const savedPass = readPass();
          say(savedPass !== null && savedPass.token === token && savedPass.session !== null ? { state: 'open', token, session: savedPass.session } : { state: 'unreachable' });
        },
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [tries]);

  const token = opened.state === 'open' ? opened.token : null;
  const transport = useMemo(() => doorTransport(token), [token]);
  if (opened.state === 'open') return <Door session={opened.session} transport={transport} page={PAGE} exit={null} />;
  return (
    <div className={styles.door}>
      <span />
      <main className={`${styles.main} ${styles.closed}`}>
        {opened.state === 'opening' ? <h1 className={styles.message}>Verificant permisos...</h1> : null}
        {opened.state === 'closed' ? (
          <>
            <span className={styles.lock} aria-hidden="true">
              ✕
            </span>
            <h1 className={styles.message}>Accés denegat</h1>
            <p role="alert">Este passe no val, o ja s'ha acabat. Demana un enllaç nou a qui organitza la porta.</p>
            <ScansOfEndedPass token={opened.token} />
          </>
        ) : null}
        {opened.state === 'unreachable' ? (
          <>
            <h1 className={styles.message}>Sense connexió</h1>
            <p role="alert">La primera vegada cal connexió per a obrir la porta.</p>
            <button type="button" className={styles.scan} onClick={() => setTries(tries + 1)}>
              Torna-ho a provar
            </button>
          </>
        ) : null}
      </main>
    </div>
  );
}

const HAND_IN_EVERY_MS = 15_000;

/** An ended pass uploads its scans and is then deleted from the phone. */
function ScansOfEndedPass({ token }: { token: string | null }): ReactNode {
  const handIn = useCallback(async () => {
    const isDone = await handInAll(doorTransport(token)).catch(() => false);
    if (isDone) forgetPass();
    return true;
  }, [token]);
  useRepeat(handIn, HAND_IN_EVERY_MS);
  return <WaitingHere sentBy={token === null ? 'another' : 'this'} />;
}

/** Removed from the address bar and thereby from the history. */
function takeToken(): string | null {
  const token = /^#([A-Z2-7]{26})$/.exec(window.location.hash)?.[1] ?? null;
  if (token !== null) {
    if (readPass()?.token !== token) storePass({ token, session: null });
    window.history.replaceState(window.history.state, '', PAGE);
  }
  return token;
}
