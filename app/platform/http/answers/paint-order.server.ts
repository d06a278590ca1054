import { STAFF_MARK, staffSheetOf } from './staff-styles.ts';

const STYLE_SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
const SITE_SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="(\/assets\/style-[^"]+)"[^>]*>/;
const SCRIPT_AHEAD = /<link\b(?=[^>]*\brel="modulepreload")/g;
const FIRST_PLACE = /<meta\b[^>]*\bname="viewport"[^>]*>/;

/** Preloads what the first paint needs: browsers fetch in document order, and React locates head elements by the order it wrote them in. */
export function orderByPaint(html: string): string {
  const end = html.indexOf('</head>');
  if (end === -1) return html;
  const body = html.slice(end);
  const head = body.includes(STAFF_MARK) ? withStaffSheet(html.slice(0, end)) : html.slice(0, end);
  const sheets = [...head.matchAll(STYLE_SHEET)].map(([, href]) => `<link rel="preload" as="style" href="${href}"/>`);
  return head.replaceAll(SCRIPT_AHEAD, '$& fetchpriority="low"').replace(FIRST_PLACE, (viewport) => viewport + sheets.join('')) + body;
}

function withStaffSheet(head: string): string {
  return head.replace(SITE_SHEET, (link, href: string) => `${link}<link rel="stylesheet" href="${staffSheetOf(href)}"/>`);
}
