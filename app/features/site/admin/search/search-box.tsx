import Search from 'lucide-react/icons/search';
import { type ReactNode } from 'react';
import { Form } from 'react-router';

import styles from './search-box.module.css';
import { useSearchKeyOn } from './search-key.ts';

export const SEARCH_BOX = 'admin-search';

/** In the rail; phones have a link to the page instead. */
export function SearchBox(): ReactNode {
  const isKeyOn = useSearchKeyOn();
  return (
    <Form action="/admin/search" role="search" aria-label="Tot el panell" className={styles.box}>
      <button type="submit" className={styles.button} aria-label="Trobar en tot el panell">
        <Search size={18} aria-hidden="true" />
      </button>
      <input id={SEARCH_BOX} type="search" name="q" required minLength={2} maxLength={254} placeholder="Buscar" aria-label="Buscar per nom, correu o número" aria-keyshortcuts={isKeyOn === true ? '/' : undefined} autoComplete="off" className={styles.input} />
      {isKeyOn === true ? (
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
      ) : null}
    </Form>
  );
}
