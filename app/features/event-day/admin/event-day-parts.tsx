import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { PartBar } from '#app/design/ui/plots/part-bar.tsx';
import { TENDER_NAMES } from '#app/domain/till/tender.ts';

import styles from './event-day.module.css';
import type { EventDayData } from './event-day.server.ts';

interface PartProps {
  day: EventDayData;
}

function Part({ title, more, children }: { title: string; more?: { to: string; text: string }; children: ReactNode }): ReactNode {
  return (
    <section className={adminPage.sheet} aria-label={title}>
      <div className={ui.bar3}>
        <h2 className={ui.heading}>{title}</h2>
        {more === undefined ? null : (
          <Link to={more.to} className={ui.touch}>
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

export function Dishes({ day: { event, kitchen, phase, notes } }: PartProps): ReactNode {
  const most = Math.max(1, ...kitchen.flatMap(({ dishes }) => dishes.map(({ ordered }) => ordered)));
  return (
    <Part title={phase === 'before' ? 'Plats demanats' : 'Cuina'} more={{ to: `/admin/kitchen/${event.id}`, text: 'Full de cuina' }}>
      {kitchen.length === 0 ? <p className={ui.small}>Encara no s'ha demanat cap plat.</p> : null}
      {kitchen.map(({ name, dishes }) => (
        <div key={name} className={ui.stack2}>
          <h3 className={ui.label}>{name}</h3>
          <ul className={styles.dishes}>
            {dishes.map((dish) => (
              <li key={dish.name} className={ui.stack1}>
                <span className={styles.dish}>
                  <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
                  <span className={styles.counts}>
                    {phase === 'before' ? (
                      <strong>{dish.ordered}</strong>
                    ) : (
                      <>
                        <strong>{dish.served}</strong> servits · en queden <strong>{dish.left}</strong>
                      </>
                    )}
                  </span>
                </span>
                <PartBar done={phase === 'before' ? dish.ordered : dish.served} all={dish.ordered} most={most} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {notes === 0 ? null : <p className={styles.foot}>{notes === 1 ? '1 tiquet amb nota' : `${notes} tiquets amb nota`} per a la cuina</p>}
    </Part>
  );
}

export function Drawers({ day: { drawers, phase } }: PartProps): ReactNode {
  const open = drawers.filter(({ isOpen }) => isOpen);
  return (
    <Part title={phase === 'after' ? 'Arqueig' : 'Taquilles'} more={{ to: '/admin/till', text: 'Taquilla' }}>
      {drawers.length === 0 ? <p className={ui.small}>{phase === 'after' ? 'Cap caixa ha venut per a este acte.' : 'No hi ha cap caixa oberta.'}</p> : null}
      <ul className={styles.rows}>
        {drawers.map(({ id, name, whenText, isOpen, sales, cash, difference, note }) => (
          <li key={id} className={styles.row}>
            <span className={ui.shrinks}>
              <Link to={`/admin/till/${id}`} className={ui.strong}>
                {name}
              </Link>
              <span className={styles.sub}>
                {whenText} · {sales === 1 ? "1 venda de l'acte" : `${sales} vendes de l'acte`}
              </span>
              {note === null ? null : <span className={styles.sub}>«{note}»</span>}
            </span>
            <span className={styles.sum}>{isOpen || difference === null ? <><strong>{formatEuros(cash)}</strong> al calaix</> : differenceText(difference)}</span>
          </li>
        ))}
      </ul>
      {open.length < 2 ? null : <p className={styles.foot}>Efectiu esperat en les obertes: {formatEuros(open.reduce((sum, { cash }) => sum + cash, 0))}, fons inclosos</p>}
    </Part>
  );
}

function differenceText(difference: number): string {
  if (difference === 0) return 'Quadra';
  return difference < 0 ? `Falten ${formatEuros(-difference)}` : `Sobren ${formatEuros(difference)}`;
}

const STATES = { ready: 'A punt', not_ready: 'Encara no', silent: 'Sense notícies' } as const;

export function DevicesPart({ day: { devices } }: PartProps): ReactNode {
  const ready = devices.filter(({ state }) => state === 'ready').length;
  return (
    <Part title="Mòbils a la porta" more={{ to: '/admin/passes', text: 'Passes' }}>
      {devices.length === 0 ? <p className={ui.small}>Cap mòbil ha obert encara la porta d'este acte.</p> : null}
      <ul className={styles.rows}>
        {devices.map(({ device, state, waiting, listText, silentMinutes }) => (
          <li key={device} className={styles.row} data-state={state}>
            <span className={styles.light} aria-hidden="true">
              {state === 'ready' ? '✓' : '!'}
            </span>
            <span className={ui.shrinks}>
              <strong className={styles.words}>{device}</strong>
              <span className={styles.sub}>
                {STATES[state]}
                {state === 'silent' ? ` des de fa ${silentMinutes} min` : ''}
                {listText === null ? ' · sense llista' : ` · llista de les ${listText}`}
              </span>
            </span>
            <span className={styles.sum}>
              {waiting === 0 ? 'res per enviar' : <><strong>{waiting}</strong> per enviar</>}
              {state === 'silent' ? <span className={styles.sub}>l'última vegada</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {devices.length === 0 ? null : (
        <p className={styles.foot}>
          <strong>
            {ready} de {devices.length}
          </strong>{' '}
          a punt per a treballar sense cobertura
        </p>
      )}
    </Part>
  );
}

const TENDER_TEXTS: Readonly<Record<string, string>> = { ...TENDER_NAMES, card: 'Targeta (web)', terminal: 'Targeta (taquilla)' };

export function TakingsPart({ day: { takings, refundsUnderWay } }: PartProps): ReactNode {
  const sum = (part: 'taken' | 'refunded'): number => takings.reduce((total, row) => total + row[part], 0);
  const [taken, refunded] = [sum('taken'), sum('refunded')];
  return (
    <Part title="Els comptes" more={{ to: '/admin/totals', text: 'Totals' }}>
      {takings.length === 0 ? (
        <p className={ui.small}>No s'ha cobrat res.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Mitjà</th>
              <th scope="col">Cobrat</th>
              <th scope="col">Tornat</th>
              <th scope="col">Queda</th>
            </tr>
          </thead>
          <tbody>
            {takings.map((row) => (
              <tr key={row.means}>
                <th scope="row">{TENDER_TEXTS[row.means] ?? row.means}</th>
                <td>{formatEuros(row.taken)}</td>
                <td>{formatEuros(row.refunded)}</td>
                <td>{formatEuros(row.taken - row.refunded)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatEuros(taken)}</td>
              <td>{formatEuros(refunded)}</td>
              <td>{formatEuros(taken - refunded)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {refundsUnderWay === 0 ? null : <p className={styles.foot}>{refundsUnderWay === 1 ? 'Hi ha 1 devolució en camí' : `Hi ha ${refundsUnderWay} devolucions en camí`}: encara no és en «Tornat».</p>}
    </Part>
  );
}
