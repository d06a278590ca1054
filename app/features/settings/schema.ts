import { z } from 'zod';

import { ASSOCIATION } from '#app/domain/association.ts';
import { isColour } from '#app/domain/site/colours.ts';
import { DEFAULT_TEXTS } from '#app/domain/site/settings.ts';
import { CONTACT_FIELDS, EMBED_FIELDS, IDENTITY_FIELDS, TEXT_FIELDS } from '#app/domain/site/settings-fields.ts';
import { storedShape } from '#app/platform/http/record-schema.ts';

/** Rows of `site_settings`. A field that an older release did not store takes its default. */

const colour = (usual: string): z.ZodCatch<z.ZodString> => z.string().refine(isColour).catch(usual);

export const identityContent = z.object({
  ...storedShape(IDENTITY_FIELDS, { ...ASSOCIATION, ...ASSOCIATION.colours }),
  main: colour(ASSOCIATION.colours.main),
  accent: colour(ASSOCIATION.colours.accent),
  highlight: colour(ASSOCIATION.colours.highlight),
  crestFileId: z.uuid().nullable().catch(null),
});

export const contactContent = z.object({
  ...storedShape(CONTACT_FIELDS, ASSOCIATION),
  phone: z.object({ text: z.string(), dial: z.string() }).nullable().catch(ASSOCIATION.phone),
  links: z.array(z.object({ text: z.string(), url: z.string() })).catch([...ASSOCIATION.links]),
});

export const textsContent = z.object(storedShape(TEXT_FIELDS, DEFAULT_TEXTS));

export const embedContent = z.object(storedShape(EMBED_FIELDS, { site: null }));

export const CONTENTS = { identity: identityContent, contact: contactContent, texts: textsContent, embed: embedContent } as const;

export type Section = keyof typeof CONTENTS;
export type Content<S extends Section> = z.output<(typeof CONTENTS)[S]>;
