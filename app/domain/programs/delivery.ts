import { backoff } from '../time/backoff.ts';

const PAUSE_MS = { first: 5_000, longest: 60 * 60_000 };
export const TRIED_FOR_MS = 3 * 24 * 60 * 60_000;

export type ReceiverFailure = 'bad_address' | 'unknown_host' | 'private_address' | 'no_answer' | 'no_connection' | 'redirect' | 'refused' | 'status';

export type Attempt = { delivered: true; status: number } | { delivered: false; failure: ReceiverFailure; status: number | null };

/** 2xx; a receiver that has read enough of the request may answer anything in its body. */
export function judgeStatus(status: number): Attempt {
  if (status >= 200 && status < 300) return { delivered: true, status };
  if (status >= 300 && status < 400) return { delivered: false, failure: 'redirect', status };
  return { delivered: false, failure: ABOUT_THE_MESSAGE.has(status) ? 'refused' : 'status', status };
}

/** What a receiver says of one message; others may still be welcome. */
const ABOUT_THE_MESSAGE = new Set([400, 409, 413, 415, 422]);

export function isAboutReceiver(failure: ReceiverFailure): boolean {
  return failure !== 'refused';
}

export function nextTry(failures: number, now: Date): Date {
  return new Date(now.getTime() + backoff(failures - 1, PAUSE_MS));
}

export function failureText(failure: ReceiverFailure, status: number | null): string {
  return FAILURES[failure] + (status === null ? '' : ` (${status})`);
}

const FAILURES: Readonly<Record<ReceiverFailure, string>> = {
  bad_address: "L'adreça no val",
  unknown_host: 'No es troba el servidor: mira el nom',
  private_address: "L'adreça porta a una xarxa privada, i allà no s'envia res",
  no_answer: 'No ha contestat en 10 segons',
  no_connection: "No s'ha pogut connectar",
  redirect: 'Envia a una altra adreça: posa la definitiva',
  refused: 'El receptor no vol este avís',
  status: 'El receptor ha contestat que no',
};
