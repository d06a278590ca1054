const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const TICKET_ID = /(?<![A-Za-z0-9])[A-Z2-7]{26}(?![A-Za-z0-9])/g;
const ORDER_NUMBER = /ORD-\d+-\d+(?:-T\d+)?/g;
const ADDRESS = /[^\s"'(),:;<>=@]{1,64}@[^\s"'(),:;<>=@]{1,253}/g;
const CONTROLS = /[^\P{Cc}\n]|[\u2028\u2029]/gu;
const LONGEST_PATH = 200;

/** Still percent-encoded, so that it can't break a log line. */
export function loggablePath(url: string): string {
  const path = new URL(url).pathname;
  return hidePrivate(path.replace(/;[^/]*/g, '')).slice(0, LONGEST_PATH);
}

export function hidePrivate(text: string): string {
  return text
    .replace(UUID, ':id')
    .replace(TICKET_ID, ':ticket')
    .replace(ORDER_NUMBER, ':number')
    .replace(ADDRESS, ':address')
    .replace(CONTROLS, ' ');
}

export interface LoggableError {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
  cause?: LoggableError;
}

/** The database's `detail`, `where` and `hint` repeat whole rows. */
export function loggableError(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: hidePrivate(String(error)) };
  const { code, constraint }: Error & { code?: unknown; constraint?: unknown } = error;
  return {
    type: error.name,
    message: hidePrivate(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.stack !== undefined && { stack: hidePrivate(error.stack) }),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  };
}
