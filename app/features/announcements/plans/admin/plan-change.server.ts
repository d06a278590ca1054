import { adminAction, adminLoader, type AdminRequest, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { EditedEvent } from '#app/features/events/admin/schema.ts';
import { findEditedEvent } from '#app/features/events/admin/service.server.ts';

import { announcedEventAt } from '../../admin/announced-event.server.ts';
import { readAnnouncements } from '../../service.server.ts';
import type { AnnouncedEvent } from '../../store.server.ts';
import { viewOf } from '../../admin/announcement-view.server.ts';
import { endedByMove, moveEvent, type PlanChangeOutcome, previewChange, previewWithdrawal, readPlanSums, shrinkEvent, withdrawWithWords } from '../service.server.ts';
import { moveForm, shrinkForm, withdrawForm } from './plan-forms.ts';

interface Planned {
  event: AnnouncedEvent;
  /** Null: archived or withdrawn, so that it can't be edited. */
  edited: EditedEvent | null;
}

async function plannedAt(request: AdminRequest<'admin'>): Promise<Planned | null> {
  const event = await announcedEventAt(request);
  return event && { event, edited: await findEditedEvent(request.deps, event.id) };
}

export const loader = adminLoader('admin', async (request) => {
  const found = await plannedAt(request);
  if (found === null) return null;
  const { event, edited } = found;
  const [written, sums] = await Promise.all([readAnnouncements(request.deps, request.staff, event.id), readPlanSums(request.deps, event.id)]);
  return {
    formId: request.deps.ids.uuid(),
    event: { id: event.id, title: event.title, image: event.image, whenText: `${formatDate(event.eventDate)}, ${event.eventTime}`, isWithdrawn: event.withdrawnAt !== null },
    fields: edited && { version: String(edited.version), date: formatDate(edited.date), time: edited.time, location: edited.location ?? '' },
    recipients: { recipients: written.recipients, ticketRecipients: written.ticketRecipients },
    sums,
    ...viewOf(written),
  };
});

type Submission = AdminSubmission<'admin', Planned>;

const RELOAD = 'Torna a carregar la pàgina i torna-ho a provar: este formulari ja no val.';

export const action = adminAction({
  right: 'admin',
  record: plannedAt,
  touches: { withdraw: 'money', move: 'money', shrink: 'money' },
  intents: {
    async withdraw({ deps, staff, record: { event }, text, parse, preview, refuse, answer, done }) {
      const { words } = parse(withdrawForm);
      if (text('next') === 'preview') return preview(await previewWithdrawal(deps, event, words));
      const id = text('id');
      if (!isUuid(id)) return refuse(RELOAD);
      const here = addressOf(event.id);
      return answer(await withdrawWithWords(deps, staff, { eventId: event.id, id, words }), {
        done: () => done(here, 'Esdeveniment retirat. Les devolucions i els correus van eixint: ací veus com va.'),
        already: () => done(here, 'Este esdeveniment ja estava retirat.'),
        not_found: () => RELOAD,
      });
    },
    async move(submission) {
      const { deps, staff, record, parse, refuse, preview, text } = submission;
      const { version, ...move } = parse(moveForm);
      const { edited, event } = record;
      const id = text('id');
      if (edited === null || !isUuid(id)) return refuse(RELOAD);
      const problem = choiceDayProblem({ deps, until: move.chooseUntil, eventDay: move.date });
      if (problem !== null) return refuse({ fields: { chooseUntil: problem } });
      if (text('next') === 'preview') {
        const problems = endedByMove(deps, edited, move.date);
        if (Object.keys(problems).length > 0) return answerPlan(submission, { outcome: 'invalid', problems });
        return preview(await previewChange(deps, event, { ...move, after: { eventDate: move.date, eventTime: move.time, location: move.location } }));
      }
      return answerPlan(submission, await moveEvent(deps, staff, { event: edited, id, version: Number(version), ...move }));
    },
    async shrink(submission) {
      const { deps, staff, record, parse, refuse, text } = submission;
      const { version, ...shrink } = parse(shrinkForm);
      const { edited, event } = record;
      const id = text('id');
      if (edited === null || !isUuid(id)) return refuse(RELOAD);
      const problem = choiceDayProblem({ deps, until: shrink.chooseUntil, eventDay: event.eventDate });
      if (problem !== null) return refuse({ fields: { chooseUntil: problem } });
      if (shrink.chooseUntil !== null && shrink.words === null) return refuse({ fields: { words: 'Escriu què ha passat, si els deixes triar' } });
      if (text('next') === 'preview') return previewShrink(submission, shrink, event);
      return answerPlan(submission, await shrinkEvent(deps, staff, { event: edited, id, version: Number(version), ...shrink }));
    },
  },
});

async function previewShrink({ deps, preview, refuse }: Submission, shrink: { words: string | null; chooseUntil: string | null }, event: Planned['event']): Promise<ReturnType<Submission['preview']>> {
  if (shrink.words === null) return refuse({ fields: { words: "Sense paraules no s'escriu a ningú" } });
  return preview(await previewChange(deps, event, { after: event, words: shrink.words, chooseUntil: shrink.chooseUntil }));
}

function answerPlan({ record: { event }, refuse, answer, done }: Submission, outcome: PlanChangeOutcome): ReturnType<Submission['answer']> {
  return answer(outcome, {
    done: ({ notified }) => done(addressOf(event.id), notified === 0 ? 'Canvi fet. No s\'ha escrit a ningú.' : `Canvi fet. ${notified === 1 ? 'Ix 1 correu' : `Ixen ${notified} correus`}: ací veus com van arribant.`),
    too_few: ({ fewest }) => ({ fields: { places: `Com a mínim ${fewest}: són els tiquets venuts, reservats i oferits` } }),
    conflict: () => refuse("Algú ha canviat l'esdeveniment mentrestant: torna a carregar la pàgina, mira com està i torna-ho a provar."),
    invalid: ({ problems }) => besideFields(problems),
  });
}

const OWN_FIELDS = ['date', 'time', 'location'];

function besideFields(problems: Readonly<Record<string, string>>): { fields: Record<string, string> } | string {
  const own = Object.fromEntries(Object.entries(problems).filter(([name]) => OWN_FIELDS.includes(name)));
  return Object.keys(own).length > 0 ? { fields: own } : `${Object.values(problems)[0] ?? RELOAD}. Canvia-ho abans a «Editar».`;
}

function choiceDayProblem({ deps, until, eventDay }: { deps: AdminRequest<'admin'>['deps']; until: string | null; eventDay: string }): string | null {
  if (until === null) return null;
  if (until < dayInMadrid(deps.clock.now())) return 'Ha de ser hui o un dia que vinga';
  return until > eventDay ? "No pot ser després de l'acte" : null;
}

function addressOf(eventId: number): string {
  return `/admin/events/plans/${eventId}`;
}
