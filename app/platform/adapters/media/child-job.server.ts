import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface JobLimits {
  timeMs: number;
  heapMb: number;
  memoryMb: number;
}

export interface ChildJob {
  script: URL;
  input: Readable | Uint8Array;
  args?: readonly string[];
  limits: JobLimits;
  signal?: AbortSignal;
  onMessage: (message: unknown) => void;
}

export class ChildJobFailed extends Error {
  override name = 'ChildJobFailed';
  /** Only a crash says something of the input: others were ended from outside, or out of time. */
  readonly why: 'crashed' | 'killed' | 'late';

  constructor(message: string, why: ChildJobFailed['why']) {
    super(message);
    this.why = why;
  }
}

/** By which a child ends through its own input: crashes of its engine, and too much memory (`limitOwnMemory`). */
const ITS_OWN: readonly (NodeJS.Signals | null)[] = [null, 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP', 'SIGUSR2'];

const LOWER_PRIORITY = 10;
const COMPLAINT_CHARACTERS = 2_000;
/** Sees no environment either, and may not write. */
export const CONFINED = ['--no-warnings', '--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'];

export async function runChildJob({ script, input, args = [], limits, signal, onMessage }: ChildJob): Promise<void> {
  const child = fork(script, [String(limits.memoryMb), ...args], {
    env: {},
    execArgv: [...CONFINED, `--max-old-space-size=${limits.heapMb}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY);
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS)));
  child.on('message', onMessage);
  const kill = (): boolean => child.kill('SIGKILL');
  let isLate = false;
  const deadline = setTimeout(() => (isLate = kill()), limits.timeMs);
  signal?.addEventListener('abort', kill);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  });
  // A child that ends before it has read everything closes the pipe; its exit says why.
  const fed = pipeline(input instanceof Uint8Array ? Readable.from([input]) : input, child.stdin!).then(
    () => null,
    (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? null : error),
  );
  try {
    const broken = await Promise.race([fed, ended.then(() => null)]);
    if (broken !== null) throw broken;
    const { code, signal } = await ended;
    if (code !== 0) throw new ChildJobFailed(`${signal ?? `code ${code}`} ${complaint}`.trim(), isLate ? 'late' : ITS_OWN.includes(signal) ? 'crashed' : 'killed');
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}
