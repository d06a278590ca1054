const STYLE_SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
const SCRIPT_AHEAD = /<link\b(?=[^>]*\brel="modulepreload")/g;
const FIRST_PLACE = /<meta\b[^>]*\bname="viewport"[^>]*>/;

/**
 * What a page needs for its first picture is asked for first: browsers go by the order of the document, and on a slow line scripts would
 * take the room of the style sheet. It is named ahead, not moved: React finds the head's elements in the order in which it wrote them.
 */
export function orderByPaint(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  if (end === -1) return html;
  const sheets = [...head.matchAll(STYLE_SHEET)].map(([, href]) => `<link rel="preload" as="style" href="${href}"/>`);
  return head.replaceAll(SCRIPT_AHEAD, '$& fetchpriority="low"').replace(FIRST_PLACE, (viewport) => viewport + sheets.join('')) + html.slice(end);
}
