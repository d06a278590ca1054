import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/search.ts';
import { storeSearchKey, useSearchKeyOn } from './search-key.ts';
import styles from './search.module.css';

export { loader } from './search.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Buscar' });

export default function Search({ loaderData: { text, isTooShort, groups, names } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Buscar" lead={`Per nom, correu o número: ${names.join(', ').toLowerCase()}.`}>
      <Form className={adminPage.search} role="search" aria-label="Buscar en tot el panell">
        <TextField key={text} label="Què busques?" type="search" name="q" defaultValue={text} maxLength={254} />
        <Button type="submit">Buscar</Button>
      </Form>
      {isTooShort ? <p className={ui.small}>{text === '' ? null : 'Escriu almenys dos lletres.'}</p> : null}
      {!isTooShort && groups.length === 0 ? (
        <EmptyState art={<HeadArt of="magnifier" />} title={`No hem trobat res amb «${text}»`}>
          Prova amb menys lletres, o amb el número que porta el tiquet.
        </EmptyState>
      ) : null}
      {groups.map(({ name, hits }) => (
        <section key={name} className={adminPage.sheet} aria-label={name}>
          <h2 className={ui.heading}>{name}</h2>
          <ul className={styles.hits}>
            {hits.map(({ to, title, detail }) => (
              <li key={to + title} className={styles.hit}>
                <Link to={withWayBack(to, text)} className={`${ui.whole} ${ui.strong}`}>
                  {title}
                </Link>
                <span className={ui.small}>{detail}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <SearchKeyChoice />
    </AdminPage>
  );
}

/** The page of an order leads back to where it was found. */
function withWayBack(to: string, text: string): string {
  return to.startsWith('/admin/orders/') ? `${to}?${new URLSearchParams({ from: `/admin/search?${new URLSearchParams({ q: text })}` })}` : to;
}

function SearchKeyChoice(): ReactNode {
  const isOn = useSearchKeyOn();
  if (isOn === null) return null;
  return (
    <label className={adminPage.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => storeSearchKey(event.currentTarget.checked)} />
      En este aparell, la tecla «/» porta a la busca
    </label>
  );
}
