import type { Job } from './adapters/jobs/job.ts';
import type { Deps } from './deps.server.ts';
import type { FileReaders } from './features/files/serving/service.server.ts';
import type { MailTemplate } from './features/mail/service.server.ts';
import type { Call } from './http/calls.server.ts';

/** What the jobs of a feature are told by the app around them. */
export interface JobParts {
  deps: Deps;
  mailTemplates: readonly MailTemplate[];
  /** Kept pages show the past from now on. */
  changed: () => void;
}

/** What a feature brings to the server beside its pages (`routes.ts`). Listed in `features.server.ts`. */
export interface Feature {
  calls?: readonly Call[];
  jobs?: (parts: JobParts) => readonly Job[];
  mailTemplates?: readonly MailTemplate[];
  /** Who may read the files it keeps, by bucket. */
  fileReaders?: FileReaders;
  /** How much waits for a person on one of its admin pages, shown beside the page's entry. */
  waiting?: readonly Waiting[];
}

export interface Waiting {
  page: string;
  count: (deps: Deps) => Promise<number>;
}
