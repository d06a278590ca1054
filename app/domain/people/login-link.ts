/** The login's address that returns to `path` afterwards. */
export function loginBackTo(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
