import { MAX_FIRST_NAME } from '../people/first-name.ts';
import { graphemeLength, isStorableText, singleLine } from '../plain-text.ts';
import { CONSENT_VERSION } from './consent-version.ts';
import { type Allergen, ALLERGEN_NAMES, ALLERGENS, type DishContent, suits } from './allergens.ts';

/** What somebody can't eat, and whether they need a place that one reaches with a wheelchair. */
export const NEED_NAMES = {
  ...ALLERGEN_NAMES,
  vegetarian: 'vegetarià',
  vegan: 'vegà',
  accessible: 'lloc accessible',
} as const;

export type NeedCode = keyof typeof NEED_NAMES;

export const NEED_CODES = Object.keys(NEED_NAMES) as NeedCode[];

export const MAX_OTHER_NEED = 200;
const MAX_UNITS = 2_000;

/** As a browser or a program sends it. */
export interface SentNeeds {
  codes: readonly string[];
  other?: string | undefined;
  firstName?: string | undefined;
  consent?: boolean | undefined;
  forOther?: boolean | undefined;
}

export interface TicketNeeds {
  codes: NeedCode[];
  other: string | null;
  firstName: string | null;
  forOther: boolean;
  consentVersion: string;
}

export const NO_NEEDS: SentNeeds = { codes: [] };

export type NeedsProblem = 'consent_missing' | 'bad_needs';

export function needsProblemText(problem: NeedsProblem): string {
  return problem === 'consent_missing'
    ? 'Falta dir de qui són les necessitats alimentàries i que acceptes com les usem. O lleva-les.'
    : `Les necessitats alimentàries poden tindre fins a ${MAX_OTHER_NEED} caràcters de text normal, i el nom fins a ${MAX_FIRST_NAME}.`;
}

export function hasNeeds({ codes, other = '' }: SentNeeds): boolean {
  return codes.length > 0 || other.trim() !== '';
}

/** Null where nothing is needed; then nothing is asked either. */
export function readNeeds(sent: SentNeeds | null | undefined): TicketNeeds | null | NeedsProblem {
  if (!sent || !hasNeeds(sent)) return null;
  const [other, firstName] = [singleLine(sent.other ?? ''), singleLine(sent.firstName ?? '')];
  if (!sent.codes.every(isNeedCode) || !fits(other, MAX_OTHER_NEED) || !fits(firstName, MAX_FIRST_NAME)) return 'bad_needs';
  if (sent.consent !== true) return 'consent_missing';
  const codes = NEED_CODES.filter((code) => sent.codes.includes(code));
  return { codes, other: other || null, firstName: firstName || null, forOther: sent.forOther === true, consentVersion: CONSENT_VERSION };
}

export function isNeedCode(code: string): code is NeedCode {
  return Object.hasOwn(NEED_NAMES, code);
}

function fits(text: string, max: number): boolean {
  return text.length <= MAX_UNITS && isStorableText(text) && graphemeLength(text) <= max;
}

/** 'sense gluten', 'vegetarià' */
export function needText(code: NeedCode): string {
  return isAllergen(code) ? `sense ${ALLERGEN_NAMES[code]}` : NEED_NAMES[code];
}

export function needWords({ codes, other }: { codes: readonly NeedCode[]; other: string | null }): string[] {
  return [...codes.map(needText), ...(other === null ? [] : [other])];
}

function isAllergen(code: string): code is Allergen {
  return Object.hasOwn(ALLERGEN_NAMES, code);
}

export type Clash = { kind: 'contains'; allergens: Allergen[] } | { kind: 'not_vegetarian' | 'not_vegan' } | { kind: 'not_said' };

/** What speaks against a dish for somebody with such needs; a dish of which nobody said anything may contain anything. Most serious first. */
export function clashes(dish: DishContent, needs: readonly string[]): Clash[] {
  const { allergens = null, diets = [] } = dish;
  const avoided = ALLERGENS.filter((one) => needs.includes(one));
  const contained = avoided.filter((one) => allergens?.includes(one));
  const found: Clash[] = [];
  if (contained.length > 0) found.push({ kind: 'contains', allergens: contained });
  const isSilent = allergens === null && diets.length === 0;
  if (needs.includes('vegan') && !suits(dish, 'vegan') && !isSilent) found.push({ kind: 'not_vegan' });
  else if (needs.includes('vegetarian') && !suits(dish, 'vegetarian') && !isSilent) found.push({ kind: 'not_vegetarian' });
  const asksDiet = needs.includes('vegan') || needs.includes('vegetarian');
  if ((avoided.length > 0 && allergens === null) || (asksDiet && isSilent)) found.push({ kind: 'not_said' });
  return found;
}

export function clashText(clash: Clash): string {
  switch (clash.kind) {
    case 'contains':
      return `Conté ${clash.allergens.map((one) => ALLERGEN_NAMES[one]).join(', ')}`;
    case 'not_vegan':
      return 'No consta com a vegà';
    case 'not_vegetarian':
      return 'No consta com a vegetarià';
    case 'not_said':
      return 'Sense informació: pregunta-ho';
  }
}
