import pino, { type DestinationStream, type Level, type Logger as PinoLogger } from 'pino';

import { loggableError } from './loggable.server.ts';

/** Never pass tokens, order ids or whole addresses. */
export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'isLevelEnabled'> & {
  child(bindings: Record<string, unknown>): Logger;
};

/** Blanked wherever they stand at the top or one level down. */
const SECRET_NAMES = ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token', 'email', 'orderId', 'url'];
const redact = {
  paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
  censor: '[hidden]',
};

const MOST_UNREAD_BYTES = 4 * 1024 * 1024;
const STUCK_AFTER_MS = 1_000;
const LAST_TRIES = 10;

export function createLogger({ level, pretty, to }: { level: Level | 'silent'; pretty: boolean; to?: DestinationStream }): Logger {
  const options = { level, redact, serializers: { err: loggableError }, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (to) return pino(options, to);
  const out = standardOutput((lines) => log.warn({ lines }, 'lines of the log were dropped: nobody read them, or there was no room'));
  const log = pino(options, pretty ? readableLines(out) : out);
  return log;
}

/** Waits for nobody: a collector that hangs, or a disk that is full, costs lines and no request. */
function standardOutput(reportDropped: (lines: number) => void): DestinationStream {
  let triesLeft = Infinity;
  const out = pino.destination({ fd: 1, sync: false, maxLength: MOST_UNREAD_BYTES, retryEAGAIN: () => (triesLeft -= 1) > 0 });
  let dropped = 0;
  let unreadSince: number | null = null;
  let isRefused = false;
  out.on('error', () => (isRefused = true));
  out.on('drop', () => (dropped += 1));
  out.on('drain', () => {
    unreadSince = null;
    isRefused = false;
    const lines = dropped;
    dropped = 0;
    if (lines > 0) reportDropped(lines);
  });
  // At its end a process writes what is left, and would wait for ever.
  const writeRest = out.flushSync.bind(out);
  out.flushSync = () => {
    try {
      writeRest();
    } catch {
      out.destroy();
    }
  };
  process.prependListener('exit', () => {
    triesLeft = LAST_TRIES;
    if (isRefused || (unreadSince !== null && performance.now() - unreadSince > STUCK_AFTER_MS)) out.destroy();
  });
  return {
    write(line) {
      unreadSince ??= performance.now();
      out.write(line);
    },
  };
}

export const silentLogger: Logger = pino({ level: 'silent' });

const LEVEL_NAMES: Record<number, string> = { 10: 'trace', 20: 'debug', 30: '', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

function readableLines(out: DestinationStream): DestinationStream {
  return {
    write(line: string): void {
      const { level, time, msg, err, ...rest }: ReadableLine = JSON.parse(line);
      const facts = Object.entries(rest).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const words = [time.slice(11, 19), LEVEL_NAMES[level] ?? String(level), msg ?? '', ...facts];
      out.write(`${words.filter((word) => word !== '').join(' ')}\n`);
      if (err?.stack !== undefined) out.write(`${err.stack}\n`);
    },
  };
}

interface ReadableLine {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string };
}
