import { isRecord } from '../record.ts';

/** Every shape that was ever stored (spec §3), also as JSON text: lists of sections or dishes, a map of sections, an object with `menus`, a note beside them. */
export interface MenuSnapshot {
  sections: { name: string; dishes: { emoji: string; name: string }[] }[];
  note: string | null;
}

export type MenuSnapshotReading = { kind: 'menu'; menu: MenuSnapshot } | { kind: 'none' | 'unreadable' | 'broken' };

/** Spec §8. */
export const MENU_SNAPSHOT_TEXTS = {
  none: 'Sin menú seleccionado',
  unreadable: 'Format no reconegut',
  broken: 'Error parseando menú',
} as const;

const PLATE = '🍽️';
const PLAIN_LIST = 'Menú Principal';
const NAMELESS = 'Menú';

export function readMenuSnapshot(stored: unknown): MenuSnapshotReading {
  if (typeof stored === 'string') return readText(stored);
  if (stored === null || stored === undefined) return { kind: 'none' };
  const sections = Array.isArray(stored) ? readList(stored) : isRecord(stored) ? readMap(stored) : null;
  if (sections === null) return { kind: 'unreadable' };
  const note = isRecord(stored) && typeof stored['note'] === 'string' && stored['note'].trim() !== '' ? stored['note'].trim() : null;
  const filled = sections.filter((section) => section.dishes.length > 0);
  return filled.length === 0 && note === null ? { kind: 'none' } : { kind: 'menu', menu: { sections: filled, note } };
}

function readText(text: string): MenuSnapshotReading {
  if (text.trim() === '') return { kind: 'none' };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? { kind: 'unreadable' } : readMenuSnapshot(value);
  } catch {
    return { kind: 'broken' };
  }
}

function readList(list: unknown[]): MenuSnapshot['sections'] | null {
  if (list.every((entry) => isRecord(entry) && Array.isArray(entry['items']))) {
    return allOrNone(list.map((entry) => readSection(entry)));
  }
  const dishes = readDishes(list);
  return dishes && [{ name: PLAIN_LIST, dishes }];
}

function readMap(map: Record<string, unknown>): MenuSnapshot['sections'] | null {
  if ('menus' in map) {
    if (Array.isArray(map['menus'])) return readList(map['menus']);
    return isRecord(map['menus']) ? readMap(map['menus']) : null;
  }
  if (Array.isArray(map['items'])) return allOrNone([readSection(map)]);
  const entries = Object.entries(map).filter(([key]) => key !== 'note');
  return allOrNone(entries.map(([, entry]) => readSection(entry)));
}

function readSection(entry: unknown): MenuSnapshot['sections'][number] | null {
  if (Array.isArray(entry)) {
    const dishes = readDishes(entry);
    return dishes && { name: NAMELESS, dishes };
  }
  if (!isRecord(entry) || !Array.isArray(entry['items'])) return null;
  const dishes = readDishes(entry['items']);
  return dishes && { name: wordOf(entry['section_name'] ?? entry['sectionName']) ?? NAMELESS, dishes };
}

function readDishes(list: unknown[]): { emoji: string; name: string }[] | null {
  return allOrNone(
    list.map((dish) => {
      const name = isRecord(dish) ? wordOf(dish['name']) : wordOf(dish);
      return name === null ? null : { emoji: (isRecord(dish) ? wordOf(dish['emoji']) : null) ?? PLATE, name };
    }),
  );
}

function allOrNone<Entry>(entries: (Entry | null)[]): Entry[] | null {
  const readable = entries.filter((entry) => entry !== null);
  return readable.length === entries.length ? readable : null;
}

function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
