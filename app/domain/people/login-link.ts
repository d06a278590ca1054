export function loginBackTo(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
