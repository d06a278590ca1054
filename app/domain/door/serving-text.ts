import { durationText, timeText } from '../time/instant-text.ts';
import type { ServingCode } from './serving.ts';

export interface ServingFacts {
  servedAt?: string | null;
  ownSecondsAgo?: number | null;
  door?: string | null;
  served?: number;
  left?: number;
}

export function servingText(code: ServingCode, facts: ServingFacts = {}): string {
  switch (code) {
    case 'SERVED':
      return facts.left === undefined || facts.left === 0 ? 'Servit' : `Servit: ${dishesText(facts.served ?? 0)}. ${leftText(facts.left)}`;
    case 'ALREADY_SERVED':
      return alreadyText(facts);
    case 'NO_DISHES':
      return 'Este tiquet no té cap plat';
    case 'NO_SERVICE':
      return 'En este acte no es marca què se servix';
  }
}

export function toServeText(dishes: number): string {
  return `Per servir: ${dishesText(dishes)}`;
}

function leftText(dishes: number): string {
  return dishes === 1 ? 'En queda 1 per servir' : `En queden ${dishes} per servir`;
}

export function dishesText(dishes: number): string {
  return dishes === 1 ? '1 plat' : `${dishes} plats`;
}

function alreadyText({ servedAt, ownSecondsAgo, door }: ServingFacts): string {
  if (typeof ownSecondsAgo === 'number') return `Ja servit fa ${durationText(ownSecondsAgo)}, en este dispositiu`;
  return `Ja servit${servedAt ? ` a les ${timeText(servedAt)}` : ''}${door ? ` · ${door}` : ''}`;
}
