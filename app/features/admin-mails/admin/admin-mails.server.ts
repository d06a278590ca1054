import { adminAction, adminLoader, askPasswordPastFirstPage } from '#app/design/admin-kit/server/admin-action.server.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { listMails, listSystemicFailures, type MailPage, sendAllAgain, sendMailAgain, sendTestToSelf, type SystemicFailure } from '#app/features/mail/admin-mails/service.server.ts';
import { correctAddress } from '#app/features/orders/address-correction/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { requestedPage } from '#app/design/ui/layout/pager.tsx';

import { addressForm } from '#app/design/admin-kit/form/address-form.ts';
import type { MailView } from './mail-row.tsx';
import { allAgainText, FILTER_WORDS, MAX_MAIL_SEARCH, type MailFilterName, mailProblemText } from './mail-words.ts';

export interface MailsData extends Pick<MailPage, 'total' | 'page' | 'pages'> {
  mails: MailView[];
  failures: SystemicFailure[];
  search: string;
  filter: MailFilterName;
}

export const loader = adminLoader('admin', async (request): Promise<MailsData> => {
  askPasswordPastFirstPage(request);
  const { deps, staff, query, args } = request;
  const { mailNames } = args.context.get(requestContext);
  const search = (query.get('q') ?? '').trim().slice(0, MAX_MAIL_SEARCH);
  const filter = readFilter(query.get('estat')) ?? (search === '' ? 'attention' : 'all');
  const [found, failures] = await Promise.all([listMails(deps, staff, { filter, search, page: requestedPage(query) }), listSystemicFailures(deps, staff)]);
  const now = deps.clock.now();
  return { ...found, failures, search, filter, mails: found.mails.map((mail) => ({ ...toMailView(mail, now), name: mailNames.get(mail.kind) ?? mail.kind })) };
});

export const action = adminAction({
  right: 'admin',
  touches: { again: 'mail', 'all-again': 'mail', test: 'mail', address: 'tickets' },
  intents: {
    async again({ deps, staff, query, text, answer, done }) {
      return answer(await sendMailAgain(deps, staff, text('mail')), {
        done: () => done(listAddress(query), 'El correu torna a eixir ara mateix'),
        not_found: mailProblemText,
      });
    },
    async 'all-again'({ deps, staff, query, text, answer, done }) {
      const sent = await sendAllAgain(deps, staff, text('failure'));
      return sent === 'right_lost' ? answer(sent, {}) : done(listAddress(query), allAgainText(sent));
    },
    async test({ deps, staff, answer, done }) {
      return answer(await sendTestToSelf(deps, staff), {
        done: ({ to }) => done(`/admin/mails?${new URLSearchParams({ q: to, estat: 'all' })}`, `El correu de prova ix ara cap a ${to}: mira si t'arriba, i si ha caigut al correu brossa`),
        too_many: () => "Ja te n'hem enviat cinc en l'última hora. Espera una estona.",
      });
    },
    async address({ deps, staff, text, parse, answer, done }) {
      const { to } = parse(addressForm);
      // The list filtered by the old address would not contain the new mail.
      const there = `/admin/mails?${new URLSearchParams({ q: to, estat: 'all' })}`;
      return answer(await correctAddress(deps, staff, { orderNumber: text('comanda'), from: text('from'), to }), {
        done: () => done(there, 'Adreça corregida: els tiquets hi van de camí'),
        not_found: mailProblemText,
        changed_meanwhile: mailProblemText,
      });
    },
  },
});

function toMailView({ nextAttemptAt, createdAt, sentAt, orderNumber, orderEmail, ...mail }: MailPage['mails'][number], now: Date): Omit<MailView, 'name'> {
  const waits = mail.status === 'pending' && nextAttemptAt > now;
  return {
    ...mail,
    writtenAt: instantText(createdAt.toISOString()),
    sentAt: sentAt && instantText(sentAt.toISOString()),
    againAt: waits ? instantText(nextAttemptAt.toISOString()) : null,
    order: orderNumber === null || orderEmail === null ? null : { orderNumber, email: orderEmail },
  };
}

function readFilter(value: string | null): MailFilterName | null {
  return value !== null && isMailFilter(value) ? value : null;
}

function isMailFilter(value: string): value is MailFilterName {
  return Object.hasOwn(FILTER_WORDS, value);
}

function listAddress(query: URLSearchParams): string {
  const filters = new URLSearchParams();
  for (const name of ['q', 'estat', 'page']) {
    const value = query.get(name);
    if (value) filters.set(name, value.slice(0, MAX_MAIL_SEARCH));
  }
  return filters.size === 0 ? '/admin/mails' : `/admin/mails?${filters}`;
}
