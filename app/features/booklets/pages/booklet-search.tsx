import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { bookletAddress, type BookletPosition, BOOKLETS_PATH } from '#app/domain/booklets/booklet-address.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './booklet-search.module.css';
import { Marked } from './marked.tsx';

interface FoundPages {
  total: number;
  results: readonly { year: number; page: number; snippet: { text: string; highlights: readonly [number, number][] } }[];
}

interface BookletSearchProps {
  position: BookletPosition;
  search: FoundPages | null;
  unread: number;
}

export function BookletSearch({ position, search, unread }: BookletSearchProps): ReactNode {
  return (
    <search className={ui.stack5} aria-label="Buscar en tots els llibrets">
      <Form action={BOOKLETS_PATH} className={ui.stack2} preventScrollReset>
        <label htmlFor="booklet-query" className={ui.strong}>
          Busca en les pàgines de tots els llibrets
        </label>
        <div className={ui.cluster3}>
          <input key={position.query} id="booklet-query" className={styles.input} type="search" name="q" defaultValue={position.query} maxLength={200} placeholder="Un nom, un any, un vers…" enterKeyHint="search" autoComplete="off" />
          <Button type="submit">
            <Search size={20} aria-hidden="true" /> Buscar
          </Button>
        </div>
      </Form>
      {search === null ? null : <Results position={position} search={search} unread={unread} />}
    </search>
  );
}

function Results({ position, search: { results, total }, unread }: { position: BookletPosition; search: FoundPages; unread: number }): ReactNode {
  const { query } = position;
  return (
    <section className={ui.stack4} aria-label="Resultats">
      <div className={styles.summary}>
        <p role="status">{summaryOf({ query, total, displayed: results.length })}</p>
        <Link to={bookletAddress({ year: position.year, page: position.page })} preventScrollReset className={ui.touch}>
          Esborrar la busca
        </Link>
      </div>
      {results.length === 0 ? null : (
        <ol className={styles.list}>
          {results.map(({ year, page, snippet }) => (
            <li key={`${year}-${page}`}>
              <Link to={bookletAddress({ year, page, query })} preventScrollReset className={styles.result}>
                <span className={styles.where}>
                  {bookletTitle(year)} · pàgina {page}
                </span>
                <span className={styles.snippet}>
                  <Marked {...snippet} />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {unread === 0 ? null : <p className={ui.small}>{unread === 1 ? "Hi ha un llibret sense text, fet d'imatges: ací no s'hi pot buscar." : `Hi ha ${unread} llibrets sense text, fets d'imatges: ací no s'hi pot buscar.`}</p>}
    </section>
  );
}

function summaryOf({ query, total, displayed }: { query: string; total: number; displayed: number }): string {
  if (total === 0) return query.length < 2 ? 'Escriu almenys dos lletres.' : `No hem trobat «${query}» en cap pàgina. Prova amb menys paraules.`;
  const pages = total === 1 ? '1 pàgina' : `${total} pàgines`;
  return displayed < total ? `«${query}» és en ${pages}: ací tens les ${displayed} millors.` : `«${query}» és en ${pages}.`;
}
