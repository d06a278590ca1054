const CLOSING: Readonly<Record<number, string>> = { 401: 'NOT_SIGNED_IN', 403: 'FORBIDDEN' };

/** Our own word that this door is closed for whoever asks. A proxy on the way may answer 401 or 403 too, with a page of its own. */
export async function closesDoor(response: Response): Promise<boolean> {
  const code = CLOSING[response.status];
  if (code === undefined) return false;
  const body: unknown = await response.clone().json().catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === code;
}
