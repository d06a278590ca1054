import { readWebAddress } from './contact-fields.ts';

/** The origin of an address that was copied from a browser. */
export function readSite(typed: string): { value: string } | { problem: string } {
  const read = readWebAddress(typed);
  return 'value' in read ? { value: new URL(read.value).origin } : { problem: "Escriu l'adreça de la web, com https://exemple.com" };
}

/** For a Content-Security-Policy: a site answers with and without `www`, and whoever enters it knows one of the two. */
export function frameAncestors(site: string | null): string {
  if (site === null) return "'none'";
  const { protocol, host } = new URL(site);
  const bare = host.replace(/^www\./, '');
  return /^[\d.:]+$/.test(bare) ? `${protocol}//${host}` : `${protocol}//${bare} ${protocol}//www.${bare}`;
}

export function embedSnippet(publicUrl: string, association: string): string {
  const title = `Pròxims actes de ${association}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${publicUrl}/embed/events" title="${title}" width="100%" height="640" loading="lazy" style="border:0"></iframe>`;
}
