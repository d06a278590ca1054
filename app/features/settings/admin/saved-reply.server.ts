import type { FieldChange } from '#app/design/admin-kit/form/form-reply.ts';
import type { ParsedForm, ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';

import type { Content, Section } from '../schema.ts';
import type { SaveOutcome } from '../service.server.ts';

export interface SavedSection<S extends Section> {
  saved: SaveOutcome<S>;
  form: Extract<ParsedForm<unknown>, { refuse: unknown }>;
  done: () => Response;
  /** Between what somebody else has saved meanwhile and what was sent. */
  changes: (theirs: Content<S>) => FieldChange[];
}

export function replyToSaved<S extends Section>({ saved, form, done, changes }: SavedSection<S>): Response | ReplyData {
  switch (saved.outcome) {
    case 'done':
      return done();
    case 'invalid':
      return form.refuse({ fields: saved.problems });
    case 'conflict':
      return form.conflict({ version: String(saved.current.version), changes: changes(saved.current.content) });
    case 'refused':
      throw refuseAdminPage();
  }
}
