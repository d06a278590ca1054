import pino, { type DestinationStream, type Level, type Logger as PinoLogger } from 'pino';

import { loggableError } from './loggable.server.ts';

/** Never pass tokens, order ids or whole addresses. */
export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'> & {
  child(bindings: Record<string, unknown>): Logger;
};

/** Blanked wherever they stand at the top or one level down. */
const SECRET_NAMES = ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token', 'email', 'orderId', 'url'];
const redact = {
  paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
  censor: '[hidden]',
};

export function createLogger({ level, pretty, to }: { level: Level | 'silent'; pretty: boolean; to?: DestinationStream }): Logger {
  const options = { level, redact, serializers: { err: loggableError }, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, to ?? (pretty ? readableLines(process.stdout) : pino.destination({ fd: 1, sync: true })));
}

export const silentLogger: Logger = pino({ level: 'silent' });

const LEVEL_NAMES: Record<number, string> = { 10: 'trace', 20: 'debug', 30: '', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

function readableLines(out: NodeJS.WritableStream): DestinationStream {
  return {
    write(line: string): void {
      const { level, time, msg, err, ...rest } = JSON.parse(line) as ReadableLine;
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
