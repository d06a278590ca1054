/** Writes emoji-ca.json, after `npm install --no-save emojibase-data@17.0.0 cldr-annotations-full@48.2.0`. */
import { readFileSync, writeFileSync } from 'node:fs';

interface BaseEmoji {
  emoji: string;
  hexcode: string;
  version: number;
  group?: number;
  order?: number;
}

type Annotations = Record<string, { default?: string[]; tts?: string[] }>;

const NEWEST_VERSION = 14;
const GROUPS = ['Cares i emocions', 'Persones i cos', null, 'Animals i natura', 'Menjar i beguda', 'Viatges i llocs', 'Activitats', 'Objectes', 'Símbols', 'Banderes'];
const FLAGS = 9;

const emoji = JSON.parse(read('emojibase-data/en/data.json')) as BaseEmoji[];
const { annotations } = (JSON.parse(read('cldr-annotations-full/annotations/ca/annotations.json')) as { annotations: { annotations: Annotations } }).annotations;

const rows = emoji
  .filter(({ group, version }) => group !== undefined && group !== FLAGS && typeof GROUPS[group] === 'string' && version <= NEWEST_VERSION)
  .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  .flatMap((one): [string, number, string, string][] => {
    const names = annotations[one.emoji] ?? annotations[one.emoji.replaceAll('\ufe0f', '')];
    const label = names?.tts?.[0];
    return label === undefined ? [] : [[one.emoji, one.group!, label, (names?.default ?? []).filter((tag) => tag !== label).join(' ')]];
  });

const categories = GROUPS.flatMap((label, index) => (label === null || index === FLAGS ? [] : [{ index, label }]));
writeFileSync('app/design/admin-kit/fields/emoji-ca.json', `${JSON.stringify({ categories, emojis: rows }).replaceAll('],[', '],\n[')}\n`);
console.log(`${rows.length} emoji of ${emoji.length}`);

function read(path: string): string {
  return readFileSync(`node_modules/${path}`, 'utf8');
}
