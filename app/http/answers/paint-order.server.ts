const STYLE_SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
const SCRIPT_AHEAD = /<link\b(?=[^>]*\brel="modulepreload")/g;
const FIRST_PLACE = /<meta\b[^>]*\bname="viewport"[^>]*>/;

/**
 * What a page needs for its first picture comes first: browsers ask in the order of the document, and on a slow line scripts would take
 * the room of the style sheet.
 */
export function orderByPaint(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const sheets = head.match(STYLE_SHEET);
  if (end === -1 || sheets === null || !FIRST_PLACE.test(head)) return html;
  const rest = head.replaceAll(STYLE_SHEET, '').replaceAll(SCRIPT_AHEAD, '$& fetchpriority="low"');
  return rest.replace(FIRST_PLACE, (viewport) => viewport + sheets.join('')) + html.slice(end);
}
