import type { ReactNode } from 'react';
import { data, Link } from 'react-router';

import { requestContext } from '#app/http/request-context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { Wrap } from '#app/ui/wrap.tsx';

import { ComingNote } from '../coming-note.tsx';
import { Crest } from '../crest.tsx';
import { PageHead } from '../page-head.tsx';
import type { Route } from './+types/admin.ts';
import styles from './admin.module.css';

/** The same answer on every address below /admin, whether the thing behind it exists or not. */
export const meta: Route.MetaFunction = () => [...pageMeta({ title: 'Àrea Privada' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'no-store' };
}

interface AdminData {
  admitted: boolean;
}

export function loader({ context }: Route.LoaderArgs): ReturnType<typeof data<AdminData>> {
  const { actor } = context.get(requestContext);
  const admitted = actor.kind === 'user' && actor.role === 'admin';
  return data({ admitted }, { status: admitted ? 200 : 403 });
}

export default function Admin({ loaderData }: Route.ComponentProps): ReactNode {
  return loaderData.admitted ? <AdminComing /> : <AccessDenied />;
}

function AccessDenied(): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.denied}>
        <Link to="/" aria-label="Torna a l’inici">
          <Crest className={styles.crest} />
        </Link>
        <p className={styles.area}>Àrea Privada</p>
        <h1>Accés Denegat</h1>
        <p className={styles.text}>Esta secció està reservada als administradors de la falla.</p>
        <ButtonLink to="/login">Iniciar Sessió</ButtonLink>
      </div>
    </Wrap>
  );
}

function AdminComing(): ReactNode {
  return (
    <>
      <PageHead title="Panell d'Administració" art="🛠️">
        La taquilla, la cuina i la porta, en un sol lloc.
      </PageHead>
      <ComingNote title="Estem muntant la taquilla">
        <p>Ací podràs crear esdeveniments i menús, repassar comandes i verificar tiquets a la porta.</p>
      </ComingNote>
    </>
  );
}
