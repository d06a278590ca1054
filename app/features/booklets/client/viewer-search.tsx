import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';

import { textOf } from '#app/design/ui/forms/form-text.ts';

import type { BookletSearchState } from './use-booklet-search.ts';
import styles from './viewer-bar.module.css';

interface ViewerSearchProps {
  search: BookletSearchState;
  reading: 'waiting' | 'read' | 'locked' | 'unreadable';
  hasText: boolean;
}

export function ViewerSearch({ search, reading, hasText }: ViewerSearchProps): ReactNode {
  if (!hasText) {
    return <p className={styles.note}>{reading === 'waiting' ? 'Encara estem llegint les pàgines: prompte s\'hi podrà buscar.' : "Llibret sense text: les pàgines són imatges i no s'hi pot buscar."}</p>;
  }
  const { pages } = search;
  return (
    <search className={styles.bar} aria-label="Dins del llibret">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const text = textOf(new FormData(event.currentTarget), 'inside').trim();
          if (text === search.query && pages.length > 0) search.step(1);
          else search.run(text);
        }}
      >
        <input key={search.query} className={styles.input} type="search" name="inside" defaultValue={search.query} maxLength={200} aria-label="Buscar en este llibret" placeholder="Buscar en este llibret" enterKeyHint="search" autoComplete="off" />
        <button type="submit" className={styles.button} aria-label="Buscar">
          <Search size={20} aria-hidden="true" />
        </button>
      </form>
      <p className={styles.status} role="status">
        {statusText(search)}
      </p>
      {pages.length < 2 ? null : (
        <>
          <button type="button" className={styles.button} aria-label="Resultat anterior" onClick={() => search.step(-1)}>
            <ChevronUp size={22} aria-hidden="true" />
          </button>
          <button type="button" className={styles.button} aria-label="Resultat següent" onClick={() => search.step(1)}>
            <ChevronDown size={22} aria-hidden="true" />
          </button>
        </>
      )}
    </search>
  );
}

function statusText({ state, query, pages, index }: BookletSearchState): string {
  if (state === 'searching') return 'Buscant…';
  if (state === 'failed') return "No s'ha pogut buscar. Torna-ho a provar.";
  if (state === 'idle' || query === '') return '';
  if (pages.length === 0) return query.length < 2 ? 'Escriu almenys dos lletres' : 'No hi és';
  return index === -1 ? `En ${pages.length} pàgines` : `${index + 1} de ${pages.length} · pàgina ${pages[index]}`;
}
