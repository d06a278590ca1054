import { listText } from '../list.ts';

/** What the door reads on whoever was given none. */
export const NO_TABLE = 'Sense taula';

export function tableText(number: number): string {
  return `Taula ${number}`;
}

/** 'Taula 7', 'Taules 7 i 8'; null for none. */
export function tablesText(numbers: readonly number[]): string | null {
  const [first] = numbers;
  if (first === undefined) return null;
  return numbers.length === 1 ? tableText(first) : `Taules ${listText(numbers.map(String))}`;
}

export function freeSeatsText(free: number): string {
  return free === 1 ? '1 lliure' : `${free} lliures`;
}
