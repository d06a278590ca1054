const SHORTEST = 5;

export function loginEmailProblem(email: string): string | null {
  const at = email.indexOf('@');
  const dot = email.lastIndexOf('.');
  if (at < 0) return 'El correu ha de contenir @';
  if (dot < 0) return 'El correu ha de contenir un punt (.)';
  if (at > dot) return 'Format de correu invàlid';
  if (email.length < SHORTEST) return 'Correu massa curt';
  return null;
}
