const LISTS = [
  { path: /^\/admin\/tickets(\/\d{1,10})?(\?[^#\\]*)?$/, text: 'Comandes' },
  { path: /^\/admin\/search\?[^#\\]*$/, text: 'Busca' },
] as const;

/** The list, with its search, that somebody came from; null for any other address. */
export function wayBack(from: string | null): { to: string; text: string } | null {
  const list = from === null ? undefined : LISTS.find(({ path }) => path.test(from));
  return from === null || list === undefined ? null : { to: from, text: list.text };
}
