import type { DishSlot, DishSwap } from '#app/domain/ticket/menu-change.ts';

export function swapValue({ sectionId, dish }: Pick<DishSlot, 'sectionId' | 'dish'>, to: { id: string; price: number }): string {
  return [sectionId, dish.id, to.id, to.price].join(' ');
}

/** Reads fields `dish[0]`, `dish[1]` … */
export function readSwaps(form: FormData): DishSwap[] {
  return [...form].flatMap(([name, value]) => {
    const [sectionId, from, to, price, ...more] = name.startsWith('dish[') && typeof value === 'string' ? value.split(' ') : [];
    if (sectionId === undefined || from === undefined || to === undefined || more.length > 0) return [];
    return [{ sectionId, from, to, ...(price !== undefined && /^\d{1,9}$/.test(price) && { price: Number(price) }) }];
  });
}
