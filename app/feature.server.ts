import type { OpenedState } from './platform/app-state.server.ts';
import type { Job } from './platform/adapters/jobs/job.server.ts';
import type { Forgotten } from './platform/adapters/jobs/retention.server.ts';
import type { Deps } from './platform/deps.server.ts';
import type { FileReaders } from './features/files/serving/service.server.ts';
import type { MailTemplate } from './features/mail/service.server.ts';
import type { Call } from './platform/http/calls.server.ts';

export interface JobParts {
  deps: Deps;
  mailTemplates: readonly MailTemplate[];
}

export interface Feature {
  /** What it keeps in memory. */
  open?: (deps: Deps) => readonly OpenedState[];
  calls?: readonly Call[];
  jobs?: (parts: JobParts) => readonly Job[];
  /** By one job for all features, once an hour. */
  forgets?: readonly Forgotten[];
  mailTemplates?: readonly MailTemplate[];
  fileReaders?: FileReaders;
  waiting?: readonly Waiting[];
}

export interface Waiting {
  page: string;
  count: (deps: Deps) => Promise<number>;
}
