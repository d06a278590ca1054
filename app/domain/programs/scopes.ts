import { isOneOf } from '../record.ts';

/** What a token opens. `people`: addresses, names and notes in the answers of the others. */
export const SCOPES = ['events:read', 'orders:read', 'kitchen:read', 'people', 'events:write', 'news:write', 'door'] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  'events:read': "Llegir actes, amb els menús i quants se n'han venut",
  'orders:read': 'Llegir comandes i tiquets: números, imports i estats',
  'kitchen:read': 'Llegir els plats de la cuina',
  people: 'A més, qui és cadascú: correus, noms i notes',
  'events:write': 'Crear i canviar actes',
  'news:write': 'Escriure notícies',
  door: 'Llegir i marcar tiquets a la porta',
};

/** Null where they do not go together. */
export function scopeProblem({ scopes, eventIds }: { scopes: readonly Scope[]; eventIds: readonly number[] | null }): string | null {
  if (scopes.every((scope) => scope === 'people')) return 'Tria què pot llegir o escriure: «qui és cadascú» sol no obri res';
  if (eventIds !== null && scopes.includes('news:write')) return 'Les notícies no són de cap acte: un token per a actes triats no en pot escriure';
  return null;
}

export function isScope(text: unknown): text is Scope {
  return typeof text === 'string' && isOneOf(SCOPES, text);
}
