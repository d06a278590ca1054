import type { Association } from '../association.ts';
import type { Values } from '../fields/field.ts';
import type { TEXT_FIELDS } from './settings-fields.ts';

export type SiteTexts = Values<typeof TEXT_FIELDS>;

export const DEFAULT_TEXTS: SiteTexts = {
  homeLead: 'Sopar, música i foguera. Tria el sopar, convida els teus i vine: la nit la posem nosaltres.',
  homeSaying: "Fer comboi és posar-se d'acord per a passar-ho bé.",
  homeWelcome: `Qui porta la taula, qui fa l'arròs, qui encén la primera traca. A {nom} fa anys que ens ajuntem al carrer per a això: sopar de germanor, bandera al balcó i el barri sencer fins que s'apaga l'última brasa.

No cal ser del barri ni de la falla. Tria un sopar, digues quants sou i ja tens lloc a taula. I si vols saber més de nosaltres, passa pel casal.`,
  mailClosing: '',
};

export interface LegalTexts {
  version: string;
  terms: string;
  privacy: string;
}

export interface SiteSettings {
  association: Association;
  texts: SiteTexts;
  /** The origin of the site that may frame `/embed/events`; null: none. */
  embedSite: string | null;
}

export function nextTermsVersion(day: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const version = count === 1 ? day : `${day}-${count}`;
    if (!taken.includes(version)) return version;
  }
}
