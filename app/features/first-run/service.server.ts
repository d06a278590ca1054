import { sql } from 'kysely';

import type { FirstRunStep } from '#app/design/admin-kit/first-run/first-run-list.tsx';
import { type MissingIdentity, missingIdentity } from '#app/domain/association.ts';
import { newestBackup } from '#app/features/backups/service.server.ts';
import { isMailTried } from '#app/features/mail/admin-mails/service.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const MISSING_WORDS: Record<MissingIdentity, string> = { name: "el nom de l'associació", address: "l'adreça", contact: 'el correu de contacte' };

/** What a new installation still needs before it sells; nothing in the demo, and nothing once all is done. */
export async function readFirstRun(deps: Deps, _admin: AdminId): Promise<FirstRunStep[]> {
  if (deps.env.demo) return [];
  const [{ association }, facts, isTried, hasBackup] = await Promise.all([deps.settings.current(), selectFacts(deps.db.query), isMailTried(deps), isBackedUp(deps)]);
  const missing = missingIdentity(association);
  const steps: FirstRunStep[] = [
    { title: 'Qui ven', todo: `Falta dir qui ven: ${missing.map((what) => MISSING_WORDS[what]).join(', ')}. En la web no es pot comprar res fins que no digues qui ven.`, to: missing.includes('name') ? '/admin/settings' : '/admin/settings/contact', isDone: missing.length === 0 },
    { title: 'Condicions i privacitat', todo: 'Llig les que porta el programa, canvia el que calga i guarda-les.', to: '/admin/settings/legal', isDone: facts.hasTerms },
    { title: 'El correu ix', todo: "Envia't un correu de prova i mira que t'arriba.", to: '/admin/mails', isDone: isTried },
    { title: 'Cobrament', todo: 'Posa les claus de Stripe al servidor: docs/install.md ho conta.', to: '/admin/estat', isDone: deps.payments.name !== 'sandbox' },
    { title: 'Còpia de seguretat', todo: 'Encara no se n\'ha fet cap.', to: '/admin/estat', isDone: hasBackup },
    { title: 'El primer acte', todo: 'Crea\'l amb els seus menús.', to: '/admin/events/new', isDone: facts.hasEvent },
    rehearsalStep(facts.rehearsal),
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

const REHEARSAL_PARTS = [
  ['isBought', "compra'l amb un compte de la comissió, perquè als administradors els ix gratis"],
  ['isScanned', "escaneja'l a la porta"],
  ['isRefunded', 'torna els diners'],
  ['isArchived', "arxiva'l"],
] as const;

function rehearsalStep(rehearsal: Rehearsal | null): FirstRunStep {
  const title = 'Un assaig';
  if (rehearsal === null) {
    return { title, todo: "Amb la clau de prova de Stripe: un acte per a la comissió, marcat com a assaig en «Més opcions». Compra'l amb un compte de la comissió (als administradors els ix gratis), escaneja'l, torna els diners i arxiva'l.", to: '/admin/events/new', isDone: false };
  }
  const missing = REHEARSAL_PARTS.filter(([part]) => !rehearsal[part]).map(([, words]) => words);
  return { title, todo: `De l'assaig falta: ${missing.join(', ')}.`, to: `/admin/tickets/${rehearsal.id}`, isDone: missing.length === 0 };
}

async function isBackedUp(deps: Deps): Promise<boolean> {
  // The operator of an external database backs it up.
  if (deps.env.databaseUrl !== null) return true;
  return newestBackup(deps).then((newest) => newest !== null, () => false);
}

type Rehearsal = Record<(typeof REHEARSAL_PARTS)[number][0], boolean> & { id: number };

interface Facts {
  hasTerms: boolean;
  hasEvent: boolean;
  /** The one that went furthest. */
  rehearsal: Rehearsal | null;
}

async function selectFacts(query: Query): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select exists (select from legal_texts) as has_terms, exists (select from events where deleted_at is null and not rehearsal) as has_event,
      (select to_jsonb(r) from (
        select e.id, e.archived_at is not null as "isArchived",
          exists (select from orders o where o.event_id = e.id and o.paid_at is not null and o.total_amount > 0) as "isBought",
          exists (select from tickets t where t.event_id = e.id and t.used_at is not null) as "isScanned",
          exists (select from refunds f join orders o on o.id = f.order_id where o.event_id = e.id and f.status = 'succeeded') as "isRefunded"
        from events e where e.rehearsal and e.deleted_at is null
      ) r order by "isArchived"::int + "isBought"::int + "isScanned"::int + "isRefunded"::int desc, id desc limit 1) as rehearsal`.execute(query);
  return rows[0] ?? { hasTerms: false, hasEvent: false, rehearsal: null };
}
