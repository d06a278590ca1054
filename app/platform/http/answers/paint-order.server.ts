const STYLE_SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
const SCRIPT_AHEAD = /<link\b(?=[^>]*\brel="modulepreload")/g;
const FIRST_PLACE = /<meta\b[^>]*\bname="viewport"[^>]*>/;

/** Preloads what the first paint needs: browsers fetch in document order, and React locates head elements by the order it wrote them in. */
export function orderByPaint(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  if (end === -1) return html;
  const sheets = [...head.matchAll(STYLE_SHEET)].map(([, href]) => `<link rel="preload" as="style" href="${href}"/>`);
  return head.replaceAll(SCRIPT_AHEAD, '$& fetchpriority="low"').replace(FIRST_PLACE, (viewport) => viewport + sheets.join('')) + html.slice(end);
}
