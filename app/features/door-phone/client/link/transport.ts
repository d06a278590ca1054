const TIMEOUT_MS = 3_000;

/** Without an answer the phone decides by its own list. */
export type NoAnswer = 'unreachable' | 'timeout' | 'not_found' | 'refused' | 'unreadable';

export class NoConnection extends Error {
  override name = 'NoConnection';
  readonly why: NoAnswer;

  constructor(why: NoAnswer) {
    super(why);
    this.why = why;
  }
}

/** spec §8 */
const NO_ANSWER_TEXTS: Record<NoAnswer, string> = {
  unreachable: 'Error de connexió verificant tiquet',
  timeout: "Temps d'espera esgotat",
  not_found: 'Ticket no trobat',
  refused: 'El ticket no es pot verificar en aquest moment',
  unreadable: 'Error verificant ticket',
};

export function verifyFailureText(error: unknown): string {
  return error instanceof NoConnection ? NO_ANSWER_TEXTS[error.why] : 'Error en la verificació del tiquet';
}

export type DoorClosing = 'NOT_SIGNED_IN' | 'FORBIDDEN';

export class DoorClosed extends Error {
  override name = 'DoorClosed';
  readonly why: DoorClosing;

  constructor(why: DoorClosing) {
    super(why);
    this.why = why;
  }
}

export interface DoorTransport {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: object): Promise<Body>;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** `token`: an evening pass; null for an account, which is identified by its cookie. */
export function doorTransport(token: string | null, { timeoutMs = TIMEOUT_MS } = {}): DoorTransport {
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    return fetch(path, { ...init, headers, credentials: 'same-origin' });
  }

  async function read<Body>(path: string, init: RequestInit): Promise<Body> {
    const signal = AbortSignal.timeout(timeoutMs);
    const noAnswer = (why: NoAnswer): never => {
      throw new NoConnection(signal.aborted ? 'timeout' : why);
    };
    const response = await ask(path, { ...init, signal }).catch(() => noAnswer('unreachable'));
    if (response.ok) return await response.json().catch(() => noAnswer('unreadable'));
    const closing = await closingOf(response);
    if (closing !== null) throw new DoorClosed(closing);
    // Not from our server: a proxy on the way counts as offline.
    if (response.status === 401 || response.status === 403) return noAnswer('unreachable');
    return noAnswer(response.status === 404 ? 'not_found' : 'refused');
  }

  return {
    ask,
    get: (path) => read(path, {}),
    post: (path, body) => read(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

const CLOSING: Readonly<Record<number, DoorClosing>> = { 401: 'NOT_SIGNED_IN', 403: 'FORBIDDEN' };

/** Our own refusal, as opposed to a 401 or 403 of a proxy. */
export async function closingOf(response: Response): Promise<DoorClosing | null> {
  const code = CLOSING[response.status];
  if (code === undefined) return null;
  const body: unknown = await response.clone().json().catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === code ? code : null;
}
