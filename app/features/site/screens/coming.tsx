import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { ComingNote } from '#app/site-identity/coming-note.tsx';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import type { Route } from './+types/coming.ts';

interface ComingPage {
  title: string;
  art: string;
  lead: string;
  note: string;
  text: string;
}

const PAGES: Record<string, ComingPage> = {
  '/llibrets': {
    title: 'Llibrets',
    art: '📖',
    lead: 'Els llibrets de la falla',
    note: "Estem digitalitzant l'arxiu",
    text: "Ací podràs llegir els llibrets de cada any, de l'últim al primer.",
  },
};

const FALLBACK: ComingPage = { title: 'Prompte', art: '🎪', lead: '', note: 'Estem muntant la carpa', text: '' };

function pageAt(pathname: string): ComingPage {
  return PAGES[pathname.replace(/\/+$/, '')] ?? FALLBACK;
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const page = pageAt(location.pathname);
  return pageMeta({ matches, title: page.title, description: page.lead });
};

export default function Coming(): ReactNode {
  const page = pageAt(useLocation().pathname);
  return (
    <>
      <PageHeader title={page.title} art={page.art}>
        {page.lead}
      </PageHeader>
      <ComingNote title={page.note}>
        <p>{page.text}</p>
      </ComingNote>
    </>
  );
}
