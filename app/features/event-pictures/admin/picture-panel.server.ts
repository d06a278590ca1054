import { sentImages } from '#app/design/admin-kit/images/sent-images.server.ts';
import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { type PictureOutcome, removeEventPicture, setEventPicture, uploadedPicture } from '#app/features/uploaded-pictures/service.server.ts';
import { findEvent } from '#app/features/events/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

const LONGEST = 16 * 1024 * 1024;

export const loader = adminLoader('admin', async ({ deps, param, args }) => {
  const eventId = parseEventId(param('eventId'));
  const event = eventId === null ? null : await findEvent(deps, args.context.get(requestContext).actor, eventId);
  return event && { picture: event.picture, isUploaded: (await uploadedPicture(deps, event.id)) !== null };
});

type Submission = AdminSubmission<'admin', number>;

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => parseEventId(param('eventId')),
  maxBytes: LONGEST,
  touches: { picture: 'event', poster: 'event' },
  intents: {
    async picture(submission) {
      const { deps, staff, record: eventId, sent, refuse } = submission;
      const [image] = await sentImages(sent);
      if (image === undefined) return refuse('Tria primer una imatge', 400);
      return answered(submission, await setEventPicture(deps, staff, { eventId, image }), "Imatge de l'esdeveniment guardada.");
    },
    poster: async (submission) => answered(submission, await removeEventPicture(submission.deps, submission.staff, submission.record), 'Ara es veu el cartell dibuixat.'),
  },
});

function answered({ answer, done, record }: Submission, outcome: PictureOutcome, message: string): ReturnType<Submission['answer']> {
  return answer(outcome, {
    done: () => done(`/admin/events/edit/${record}`, message),
    refused_image: ({ problem }) => refuseAction('picture', problem),
  });
}
