/** What an answer that leads on will have the next admin page say; null where it says nothing. */
export function messageOf(response: Response): string | null {
  const cookie = response.headers.getSetCookie().find((one) => /^(?:__Host-)?comboi_message=/.test(one));
  const value = /^(?:__Host-)?comboi_message=[\w-]+\.([^;]*)/.exec(cookie ?? '')?.[1] ?? '';
  return value === '' ? null : decodeURIComponent(value);
}
