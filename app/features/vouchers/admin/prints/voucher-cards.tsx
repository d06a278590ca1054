import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { PRINT_HEADERS, PrintChoices, PrintPage } from '#app/design/admin-kit/page/print-page.tsx';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { QrImage } from '#app/design/ui/qr-code.tsx';

import type { Route } from './+types/voucher-cards.ts';
import styles from './voucher-cards.module.css';

export { loader } from './voucher-cards.server.ts';

export function headers(): HeadersInit {
  return PRINT_HEADERS;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Targetes de codis' });

export default function VoucherCards({ loaderData: { id, event, what, until, page, pages, cards } }: Route.ComponentProps): ReactNode {
  const { name } = useAssociation();
  return (
    <PrintPage title="Targetes" back={{ to: `/admin/codis/${id}`, text: 'Codis' }}>
      {pages === 1 ? null : (
        <PrintChoices>
          {page > 1 ? <Link to={`?full=${page - 1}`}>Les d'abans</Link> : null}
          {page < pages ? <Link to={`?full=${page + 1}`}>Les següents</Link> : null}
        </PrintChoices>
      )}
      <div className={styles.cards}>
        {cards.map(({ label, qr }) => (
          <article key={label} className={styles.card} aria-label={label}>
            <QrImage code={qr} label={`Enllaç del codi ${label}`} />
            <div className={styles.words}>
              <p className={styles.association}>{name}</p>
              <p className={styles.what}>{what}</p>
              <p className={styles.event}>{event}</p>
              <p className={styles.code}>{label}</p>
              <p className={styles.small}>Escaneja-ho, o escriu-lo abans de pagar</p>
              {until === null ? null : <p className={styles.small}>Fins al {until}</p>}
            </div>
          </article>
        ))}
      </div>
    </PrintPage>
  );
}
