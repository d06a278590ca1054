import { parseFirstName, parseGroupCode, parseGroupName } from '../groups/event-group.ts';
import { isRecord } from '../record.ts';

/** As it was typed. */
export interface ChosenGroup {
  kind: 'create' | 'join';
  name: string;
  code: string;
  firstName: string;
}

export const EMPTY_GROUP: ChosenGroup = { kind: 'create', name: '', code: '', firstName: '' };

export const WRONG_GROUP_CODE = 'El codi té 6 lletres i xifres: mira-ho en el missatge de la colla';

const MAX_TYPED = 320;

/** The id of the line where it is chosen. */
export const GROUP_LINE = 'colla';

export function cartGroupProblem(group: ChosenGroup | null): string | null {
  if (group === null) return null;
  if (group.kind === 'join' && parseGroupCode(group.code) === null) return WRONG_GROUP_CODE;
  const parsed = group.kind === 'create' ? parseGroupName(group.name) : parseFirstName(group.firstName);
  if ('problem' in parsed) return parsed.problem;
  const first = parseFirstName(group.firstName);
  return 'problem' in first ? first.problem : null;
}

export function orderGroupOf(group: ChosenGroup | null): { group?: { code?: string; name?: string; firstName?: string } } {
  if (group === null || cartGroupProblem(group) !== null) return {};
  const firstName = group.firstName.trim();
  return { group: { ...(group.kind === 'create' ? { name: group.name.trim() } : { code: group.code.trim() }), ...(firstName !== '' && { firstName }) } };
}

export function parseCartGroup(stored: unknown): ChosenGroup | null {
  if (!isRecord(stored)) return null;
  const { kind, name, code, firstName } = stored;
  if ((kind !== 'create' && kind !== 'join') || !isTyped(name) || !isTyped(code) || !isTyped(firstName)) return null;
  return { kind, name, code, firstName };
}

function isTyped(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TYPED;
}
