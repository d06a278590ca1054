import { parseMoney } from '../money-text.ts';
import { priceFor } from '../event/pricing.ts';

export interface TypedMenu {
  sections?: readonly (TypedSection | undefined)[] | undefined;
  options?: readonly (TypedChoice | undefined)[] | undefined;
}

interface TypedSection {
  name?: string | undefined;
  required?: string | boolean | undefined;
  maxSelection?: string | undefined;
  items?: readonly (TypedChoice | undefined)[] | undefined;
}

interface TypedChoice {
  name?: string | undefined;
  emoji?: string | undefined;
  pricePublic?: string | undefined;
  priceMember?: string | undefined;
  priceCommission?: string | undefined;
}

export interface PreviewedChoice {
  name: string;
  emoji: string;
  price: number | null;
}

export function typedMenuAt(
  role: 'public' | 'socio' | 'comision',
  { sections = [], options = [] }: TypedMenu,
): { sections: { name: string; required: boolean; maxSelection: number; items: PreviewedChoice[] }[]; options: PreviewedChoice[] } {
  const choices = (list: readonly (TypedChoice | undefined)[]): PreviewedChoice[] => list.map((choice) => previewed(role, choice ?? {}));
  return {
    sections: sections.map((section) => ({
      name: section?.name ?? '',
      required: section?.required === 'on' || section?.required === true,
      maxSelection: Math.max(1, Number(section?.maxSelection) || 1),
      items: choices(section?.items ?? []),
    })),
    options: choices(options),
  };
}

function previewed(role: 'public' | 'socio' | 'comision', { name = '', emoji = '🍽️', pricePublic, priceMember, priceCommission }: TypedChoice): PreviewedChoice {
  const tag = { pricePublic: amountOf(pricePublic), priceMember: amountOf(priceMember), priceCommission: amountOf(priceCommission), price: null };
  const hasPrice = (role === 'socio' ? tag.priceMember : role === 'comision' ? tag.priceCommission : null) !== null || tag.pricePublic !== null;
  return { name, emoji, price: hasPrice ? priceFor(role, tag) : null };
}

function amountOf(typed: string | undefined): number | null {
  const read = parseMoney(typed ?? '');
  return 'cents' in read ? read.cents : null;
}
