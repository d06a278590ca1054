import type { DetailedError, Upload } from 'tus-js-client';

export interface UploadProblem {
  code: string;
  message: string;
}

export type ResumableOutcome<Stored> = { stored: Stored } | { refused: UploadProblem } | 'cancelled' | 'unreachable';

export interface ResumableUpload {
  file: File;
  endpoint: string;
  metadata: Record<string, string>;
  onProgress?: (share: number) => void;
  onConnection?: (isConnected: boolean) => void;
  signal?: AbortSignal;
}

/** The server's piece length; proxies cut longer requests. */
const PIECE_BYTES = 4 * 1024 * 1024;
const TRY_AGAIN_MS = 2_000;
const UNREACHABLE_MS = 10 * 60_000;
const ASK_EVERY_MS = 1_000;
const STORAGE_FULL = 507;

/** Resumes after a lost connection, also when the same file is chosen again on a reloaded page. */
export async function uploadResumably<Stored>(job: ResumableUpload): Promise<ResumableOutcome<Stored>> {
  const { Upload } = await import('tus-js-client');
  let silentFor = 0;
  const upload = new Upload(job.file, {
    endpoint: job.endpoint,
    metadata: job.metadata,
    chunkSize: PIECE_BYTES,
    retryDelays: null,
    removeFingerprintOnSuccess: true,
    // The library begins anew when it isn't told where it stands, also by a server that is busy for a moment.
    onAfterResponse: (request, response) => {
      if (request.getMethod() === 'HEAD' && isForLater(response.getStatus())) throw new Error(`the server answered ${response.getStatus()}`);
    },
    onProgress: (sent, total) => job.onProgress?.(total === 0 ? 1 : sent / total),
    onChunkComplete: () => {
      silentFor = 0;
    },
  });
  const [earlier] = (await upload.findPreviousUploads()).filter(({ metadata }) => sameMetadata(metadata, job.metadata));
  if (earlier) upload.resumeFromPreviousUpload(earlier);

  for (;;) {
    if (job.signal?.aborted) return 'cancelled';
    const ending = await runOnce(upload, job.signal);
    if (ending === 'sent') return answerOf<Stored>(upload.url!, job.signal);
    if (ending === 'cancelled') return 'cancelled';
    const problem = refusalOf(ending);
    if (problem) return { refused: problem };
    job.onConnection?.(false);
    silentFor += TRY_AGAIN_MS;
    if (silentFor > UNREACHABLE_MS) return 'unreachable';
    await pause(TRY_AGAIN_MS);
    job.onConnection?.(true);
  }
}

/** An aborted upload is deleted on the server. */
function runOnce(upload: Upload, signal: AbortSignal | undefined): Promise<'sent' | 'cancelled' | Error | DetailedError> {
  return new Promise((resolve) => {
    const cancel = (): void => void upload.abort(true).catch(() => {}).then(() => resolve('cancelled'));
    signal?.addEventListener('abort', cancel, { once: true });
    const end = (ending: 'sent' | Error | DetailedError): void => {
      signal?.removeEventListener('abort', cancel);
      resolve(ending);
    };
    upload.options.onSuccess = () => end('sent');
    upload.options.onError = end;
    upload.start();
  });
}

function refusalOf(error: Error | DetailedError): UploadProblem | null {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null) return null;
  const status = response.getStatus();
  if (status < 400 || isForLater(status)) return null;
  return problemIn(response.getBody());
}

function isForLater(status: number): boolean {
  return (status >= 500 && status !== STORAGE_FULL) || status === 409 || status === 423 || status === 429;
}

/** The last answer may be lost, or the file still being processed. */
async function answerOf<Stored>(url: string, signal: AbortSignal | undefined): Promise<ResumableOutcome<Stored>> {
  for (let waited = 0; waited < UNREACHABLE_MS; waited += ASK_EVERY_MS) {
    if (signal?.aborted) return 'cancelled';
    const response = await fetch(url).catch(() => null);
    if (response?.status === 200) return { stored: await response.json() };
    if (response && response.status >= 400 && response.status < 500 && response.status !== 429) return { refused: problemIn(await response.text()) };
    await pause(ASK_EVERY_MS);
  }
  return 'unreachable';
}

function problemIn(text: string): UploadProblem {
  try {
    const { code, message }: Partial<UploadProblem> = JSON.parse(text);
    return { code: code ?? 'UNKNOWN', message: message ?? '' };
  } catch {
    return { code: 'UNKNOWN', message: '' };
  }
}

function sameMetadata(one: Record<string, string>, other: Record<string, string>): boolean {
  return Object.keys(other).every((name) => one[name] === other[name]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
