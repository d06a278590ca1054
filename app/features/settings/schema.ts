import { z } from 'zod';

import { ASSOCIATION } from '#app/domain/association.ts';
import { isColour } from '#app/domain/site/colours.ts';
import { DEFAULT_TEXTS } from '#app/domain/site/settings.ts';

/* Rows of `site_settings`. What an older version has not stored takes the product's own value. */

const colour = (usual: string): z.ZodCatch<z.ZodString> => z.string().refine(isColour).catch(usual);

export const identityContent = z.object({
  name: z.string().catch(ASSOCIATION.name),
  tagline: z.string().catch(ASSOCIATION.tagline),
  main: colour(ASSOCIATION.colours.main),
  accent: colour(ASSOCIATION.colours.accent),
  highlight: colour(ASSOCIATION.colours.highlight),
  crestFileId: z.uuid().nullable().catch(null),
});

export const contactContent = z.object({
  street: z.string().catch(ASSOCIATION.street),
  postcode: z.string().catch(ASSOCIATION.postcode),
  town: z.string().catch(ASSOCIATION.town),
  country: z.string().catch(ASSOCIATION.country),
  mapUrl: z.string().nullable().catch(ASSOCIATION.mapUrl),
  phone: z.object({ text: z.string(), dial: z.string() }).nullable().catch(ASSOCIATION.phone),
  email: z.string().catch(ASSOCIATION.email),
  instagram: z.string().nullable().catch(ASSOCIATION.instagram),
  links: z.array(z.object({ text: z.string(), url: z.string() })).catch([...ASSOCIATION.links]),
});

export const textsContent = z.object({
  homeLead: z.string().catch(DEFAULT_TEXTS.homeLead),
  homeSaying: z.string().catch(DEFAULT_TEXTS.homeSaying),
  homeWelcome: z.string().catch(DEFAULT_TEXTS.homeWelcome),
  mailClosing: z.string().catch(DEFAULT_TEXTS.mailClosing),
});

export const CONTENTS = { identity: identityContent, contact: contactContent, texts: textsContent } as const;

export type Section = keyof typeof CONTENTS;
export type Content<S extends Section> = z.output<(typeof CONTENTS)[S]>;
