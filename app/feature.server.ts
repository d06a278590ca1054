import type { Job } from './adapters/jobs/job.ts';
import type { Deps } from './deps.server.ts';
import type { FileReaders } from './features/files/serving/service.server.ts';
import type { MailTemplate } from './features/mail/service.server.ts';
import type { Call } from './http/calls.server.ts';

export interface JobParts {
  deps: Deps;
  mailTemplates: readonly MailTemplate[];
  /** Clears the cached pages. */
  changed: () => void;
}

export interface Feature {
  calls?: readonly Call[];
  jobs?: (parts: JobParts) => readonly Job[];
  mailTemplates?: readonly MailTemplate[];
  fileReaders?: FileReaders;
  waiting?: readonly Waiting[];
}

export interface Waiting {
  page: string;
  count: (deps: Deps) => Promise<number>;
}
