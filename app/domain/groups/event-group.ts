import { saleClosesAt, type SaleFacts } from '../event/sale.ts';
import { MAX_FIRST_NAME } from '../people/first-name.ts';
import { graphemeLength, isStorableText, singleLine } from '../plain-text.ts';

/** 'Colla': who comes together to an event. */
export const MAX_GROUP_NAME = 40;

export const GROUP_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const GROUP_CODE_LENGTH = 6;

const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
const CODE = new RegExp(`^[${GROUP_CODE_ALPHABET}]{${GROUP_CODE_LENGTH}}$`);

/** Case, spaces, hyphens and look-alikes are forgiven; a whole link is read too. */
export function parseGroupCode(typed: string): string | null {
  const last = typed.trim().replace(/[/?#]+$/, '').split(/[/=]/).at(-1) ?? '';
  const code = last.toUpperCase().replace(/[\s-]/g, '').replace(/[OIL]/g, (letter) => LOOK_ALIKES[letter] ?? letter);
  return CODE.test(code) ? code : null;
}

export type TypedName = { name: string } | { problem: string };

export function parseGroupName(typed: string): TypedName {
  const name = singleLine(typed);
  if (name === '') return { problem: 'Escriu el nom de la colla' };
  return tooLong(name, MAX_GROUP_NAME) ?? { name };
}

/** Null: none was given. */
export function parseFirstName(typed: string): { name: string | null } | { problem: string } {
  const name = singleLine(typed);
  return name === '' ? { name: null } : (tooLong(name, MAX_FIRST_NAME) ?? { name });
}

function tooLong(name: string, max: number): { problem: string } | null {
  if (!isStorableText(name)) return { problem: 'Hi ha lletres que no es poden guardar' };
  return name.length > max * 20 || graphemeLength(name) > max ? { problem: `Són massa lletres: en caben ${max}` } : null;
}

export interface GroupTimes extends Pick<SaleFacts, 'date' | 'time' | 'saleEndDate'> {
  groupsCloseAt: Date | null;
  kitchenDeadline: Date | null;
}

/** From then on only an admin moves orders between groups. */
export function groupsCloseAt(event: GroupTimes): Date {
  return event.groupsCloseAt ?? event.kitchenDeadline ?? new Date(saleClosesAt(event));
}

export const GROUP_REFUSALS = ['full', 'closed', 'gone'] as const;
export type GroupRefusal = (typeof GROUP_REFUSALS)[number];

export function groupRefusalText(reason: GroupRefusal): string {
  switch (reason) {
    case 'full':
      return 'La colla ja està plena';
    case 'closed':
      return 'Les taules ja estan tancades';
    case 'gone':
      return 'Eixa colla ja no hi és';
  }
}

export function groupPlacesText(places: number): string {
  return places === 1 ? '1 plaça' : `${places} places`;
}
