/** The first that matches: browsers name their forebears as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** 'Chrome · Android', of what a browser says of itself: good enough for its owner to know it again. */
export function deviceName(userAgent: string | null): string {
  const named = (names: readonly [RegExp, string][]): string[] => names.filter(([pattern]) => pattern.test(userAgent ?? '')).map(([, name]) => name).slice(0, 1);
  const words = [...named(BROWSERS), ...named(SYSTEMS)];
  return words.length === 0 ? 'Un programa o un navegador desconegut' : words.join(' · ');
}
