import type { Cookie } from './cookie.server.ts';

interface CodeCookies<Which extends string> {
  /** Null for what has not the form of a code. */
  checked(value: string | null | undefined): string | null;
  read(headers: Headers, which: Which, publicUrl: URL): string | null;
  /** `null` deletes it. */
  write(which: Which, value: string | null, publicUrl: URL): string;
}

/** Of a mailed link: they hold codes of one form. */
export function codeCookies<Which extends string>(form: RegExp, cookies: Readonly<Record<Which, Cookie>>): CodeCookies<Which> {
  const checked = (value: string | null | undefined): string | null => (value !== null && value !== undefined && form.test(value) ? value : null);
  return {
    checked,
    read: (headers, which, publicUrl) => checked(cookies[which].read(headers, publicUrl)),
    write: (which, value, publicUrl) => cookies[which].write(value, publicUrl),
  };
}
