import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What one file may cost. A child that takes more is killed, and with it whatever the file did to it. */
export interface JobLimits {
  timeMs: number;
  /** Of JavaScript alone; what decoders take lies outside. */
  heapMb: number;
  /** Everything the process takes, as the machine counts it. */
  memoryMb: number;
}

export interface ChildJob {
  /** The program's own file. */
  script: URL;
  input: Readable | Uint8Array;
  args?: readonly string[];
  limits: JobLimits;
  /** Each message of the child, in order; `Uint8Array`s arrive as they were. */
  onMessage: (message: unknown) => void;
}

/** The child was stopped, died, or said that it failed. */
export class ChildJobFailed extends Error {
  override name = 'ChildJobFailed';
}

const LOWER_PRIORITY = 10;
const KEPT_OF_COMPLAINT = 2_000;
/** No writing, no programs, no secrets: it reads what its libraries need, and its input. */
const CONFINED = ['--no-warnings', '--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'];

/**
 * Reads a file that strangers made in a process of its own: a decoder that loops, swells or crashes takes nobody with it,
 * and its memory goes back to the machine. Resolves when the child ended by itself with 0.
 */
export async function runChildJob({ script, input, args = [], limits, onMessage }: ChildJob): Promise<void> {
  const child = fork(script, [String(limits.memoryMb), ...args], {
    env: {},
    execArgv: [...CONFINED, `--max-old-space-size=${limits.heapMb}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY);
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-KEPT_OF_COMPLAINT)));
  child.on('message', onMessage);
  const deadline = setTimeout(() => child.kill('SIGKILL'), limits.timeMs);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  });
  // A child that ends before it has read everything closes the pipe: why it ended is said by its end.
  const fed = pipeline(input instanceof Uint8Array ? Readable.from([input]) : input, child.stdin!).then(
    () => null,
    (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? null : error),
  );
  try {
    const broken = await Promise.race([fed, ended.then(() => null)]);
    if (broken !== null) throw broken;
    const { code, signal } = await ended;
    if (code !== 0) throw new ChildJobFailed(`${signal ?? `code ${code}`} ${complaint}`.trim());
  } finally {
    clearTimeout(deadline);
    child.kill('SIGKILL');
  }
}
