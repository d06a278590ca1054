import { sql } from 'kysely';

import type { FirstRunStep } from '#app/design/admin-kit/first-run/first-run-list.tsx';
import { type MissingIdentity, missingIdentity } from '#app/domain/association.ts';
import { newestBackup } from '#app/features/backups/service.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const MISSING_WORDS: Record<MissingIdentity, string> = { name: "el nom de l'associació", address: "l'adreça", contact: 'el correu de contacte' };

/** What a new installation still needs before it sells; nothing in the demo, and nothing once all is done. */
export async function readFirstRun(deps: Deps, _admin: AdminId): Promise<FirstRunStep[]> {
  if (deps.env.demo) return [];
  const [{ association }, facts, hasBackup] = await Promise.all([deps.settings.current(), selectFacts(deps.db.query), isBackedUp(deps)]);
  const missing = missingIdentity(association);
  const steps: FirstRunStep[] = [
    { title: 'Qui ven', todo: `Falta dir qui ven: ${missing.map((what) => MISSING_WORDS[what]).join(', ')}. En la web no es pot comprar res fins que no digues qui ven.`, to: missing.includes('name') ? '/admin/settings' : '/admin/settings/contact', isDone: missing.length === 0 },
    { title: 'Condicions i privacitat', todo: 'Llig les que porta el programa, canvia el que calga i guarda-les.', to: '/admin/settings/legal', isDone: facts.hasTerms },
    { title: 'El correu ix', todo: "Demana't un enllaç de contrasenya i mira que t'arriba.", to: '/forgot-password', isDone: facts.hasSentMail },
    { title: 'Cobrament', todo: 'Posa les claus de Stripe al servidor: docs/install.md ho conta.', to: '/admin/estat', isDone: deps.payments.name !== 'sandbox' },
    { title: 'Còpia de seguretat', todo: 'Encara no se n\'ha fet cap.', to: '/admin/estat', isDone: hasBackup },
    { title: 'El primer acte', todo: 'Crea\'l amb els seus menús.', to: '/admin/events/new', isDone: facts.hasEvent },
    { title: 'Un assaig', todo: "Amb la clau de prova de Stripe: un acte per a la comissió, marcat com a assaig en «Més opcions»: compra'l, escaneja'l, torna els diners i arxiva'l.", to: '/admin/events/new', isDone: facts.hasRehearsed },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

async function isBackedUp(deps: Deps): Promise<boolean> {
  // The operator of an external database backs it up.
  if (deps.env.databaseUrl !== null) return true;
  return newestBackup(deps).then((newest) => newest !== null, () => false);
}

interface Facts {
  hasTerms: boolean;
  hasSentMail: boolean;
  hasEvent: boolean;
  hasRehearsed: boolean;
}

async function selectFacts(query: Query): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select exists (select from legal_texts) as has_terms, exists (select from mails where status = 'sent') as has_sent_mail,
      exists (select from events where deleted_at is null) as has_event, exists (select from refunds where status = 'succeeded') as has_rehearsed`.execute(query);
  return rows[0] ?? { hasTerms: false, hasSentMail: false, hasEvent: false, hasRehearsed: false };
}
