import { type NoAnswer, NoConnection } from './link/transport.ts';

/** spec §8 */
const TEXTS: Record<NoAnswer, string> = {
  unreachable: 'Error de connexió verificant tiquet',
  timeout: "Temps d'espera esgotat",
  not_found: 'Ticket no trobat',
  refused: 'El ticket no es pot verificar en aquest moment',
  unreadable: 'Error verificant ticket',
};

export function verifyFailureText(error: unknown): string {
  return error instanceof NoConnection ? TEXTS[error.why] : 'Error en la verificació del tiquet';
}
