import type { DishSlot, DishSwap } from '#app/domain/ticket/menu-change.ts';

export function swapValue({ sectionId, dish }: DishSlot, to: string): string {
  return [sectionId, dish.id, to].join(' ');
}

/** Reads fields `dish[0]`, `dish[1]` … */
export function readSwaps(form: FormData): DishSwap[] {
  return [...form].flatMap(([name, value]) => {
    const [sectionId, from, to, ...more] = name.startsWith('dish[') && typeof value === 'string' ? value.split(' ') : [];
    return sectionId === undefined || from === undefined || to === undefined || more.length > 0 ? [] : [{ sectionId, from, to }];
  });
}
