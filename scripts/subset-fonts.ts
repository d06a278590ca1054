import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const CATALAN = 'ÀÁÈÉÍÏÒÓÚÜÇÑàáèéíïòóúüçñ·ºª¿¡«»';
const PUNCTUATION = '\u00a0€–—‘’“”…•×−©';

interface Cut {
  from: string;
  to: string;
  axes: Record<string, number | { min: number; max: number; default?: number }>;
  alphabet: string;
}

const CUTS: readonly Cut[] = [
  {
    from: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
    to: 'fraunces.woff2',
    axes: { SOFT: 100, WONK: 0, wght: { min: 600, max: 900 }, opsz: { min: 18, max: 96 } },
    alphabet: ASCII + CATALAN + PUNCTUATION,
  },
  {
    from: '@fontsource-variable/fraunces/files/fraunces-latin-full-italic.woff2',
    to: 'fraunces-italic.woff2',
    axes: { SOFT: 100, WONK: 0, wght: 800, opsz: 96 },
    alphabet: ASCII + CATALAN + PUNCTUATION,
  },
  {
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    to: 'figtree.woff2',
    axes: { wght: { min: 400, max: 800 } },
    alphabet: ASCII + CATALAN + PUNCTUATION,
  },
];

let total = 0;
for (const cut of CUTS) {
  const source = await readFile(require.resolve(cut.from));
  const font = await subsetFont(source, cut.alphabet, { targetFormat: 'woff2', variationAxes: cut.axes });
  await writeFile(new URL(`../app/design/ui/fonts/${cut.to}`, import.meta.url), font);
  total += font.length;
  console.log(`${cut.to}: ${(font.length / 1000).toFixed(1)} kB`);
}
console.log(`together: ${(total / 1000).toFixed(1)} kB`);
