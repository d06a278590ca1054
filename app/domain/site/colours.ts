import type { SiteColours } from './default-colours.ts';

export type ColourName = keyof SiteColours;

/** WCAG AA, for text. */
const LEAST_CONTRAST = 4.5;

const LIGHT = { paper: '#fff8ec', surface: '#fffdf9', sunken: '#f8ecd9' } as const;
const DARK = { paper: '#170a11', surface: '#22121b', sunken: '#2f1a26' } as const;
const ON_ACCENT = '#fffaf5';
const ON_NIGHT = '#fff2e2';

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

export function parseColour(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '').toLowerCase();
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return isColour(`#${long}`) ? `#${long}` : null;
}

export function contrastOf(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

export function colourProblems({ main, accent, highlight }: SiteColours): Partial<Record<ColourName, string>> {
  const problems: Partial<Record<ColourName, string>> = {};
  const judge = (name: ColourName, pairs: readonly [what: string, text: string, ground: string][]): void => {
    for (const [what, text, ground] of pairs) {
      const contrast = contrastOf(text, ground);
      if (contrast < LEAST_CONTRAST) problems[name] ??= `${what} no es llegiria: el contrast és de ${formatContrast(contrast)} i cal ${formatContrast(LEAST_CONTRAST)} com a mínim`;
    }
  };
  judge('main', [
    ['El text clar damunt del color principal', ON_NIGHT, main],
    ['Un títol d\'este color sobre el paper', main, LIGHT.sunken],
  ]);
  judge('accent', [
    ['El text dels botons', ON_ACCENT, accent],
    ["Un enllaç d'este color sobre el paper", accent, LIGHT.sunken],
  ]);
  judge('highlight', [['Un text d\'este color damunt del color principal', highlight, main]]);
  return problems;
}

export function tokensOf({ main, accent, highlight }: SiteColours): { light: Record<string, string>; dark: Record<string, string> } {
  const night = mix(main, '#000000', 0.55);
  const saffronTint = mix(LIGHT.paper, highlight, 0.22);
  const emberTint = mix(LIGHT.surface, accent, 0.12);
  const darkEmberTint = mix(DARK.surface, accent, 0.2);
  const darkSaffronTint = mix(DARK.surface, highlight, 0.18);
  return {
    light: {
      title: main,
      wine: main,
      night,
      ember: readable(accent, { on: [LIGHT.sunken, emberTint], towards: '#000000' }),
      'ember-fill': accent,
      'ember-deep': mix(accent, '#000000', 0.16),
      'ember-tint': emberTint,
      saffron: highlight,
      'saffron-ink': readable(highlight, { on: [LIGHT.sunken, saffronTint], towards: '#000000' }),
      'saffron-tint': saffronTint,
    },
    dark: {
      title: readable(mix(main, '#ffffff', 0.85), { on: [DARK.sunken], towards: '#ffffff' }),
      ember: readable(accent, { on: [DARK.sunken, darkEmberTint], towards: '#ffffff' }),
      'ember-tint': darkEmberTint,
      'saffron-ink': readable(highlight, { on: [DARK.sunken, darkSaffronTint], towards: '#ffffff' }),
      'saffron-tint': darkSaffronTint,
    },
  };
}

export function mix(one: string, other: string, part: number): string {
  const [from, to] = [channels(one), channels(other)];
  return `#${from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * part).toString(16).padStart(2, '0')).join('')}`;
}

/** As little nearer to black or white as text of it needs. */
function readable(colour: string, { on, towards }: { on: readonly string[]; towards: '#000000' | '#ffffff' }): string {
  for (let part = 0; part < 1; part += 0.04) {
    const candidate = mix(colour, towards, part);
    if (on.every((ground) => contrastOf(candidate, ground) >= LEAST_CONTRAST)) return candidate;
  }
  return towards;
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function channels(colour: string): [number, number, number] {
  const channel = (start: number): number => Number.parseInt(colour.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** sRGB to linear light, as WCAG 2 computes it. */
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function formatContrast(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1).replace('.', ',');
}
