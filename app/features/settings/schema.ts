import { z } from 'zod';

import type { Association } from '#app/domain/association.ts';
import { DEFAULT_TEXTS } from '#app/domain/site/settings.ts';
import { CONTACT_FIELDS, EMBED_FIELDS, IDENTITY_FIELDS, TEXT_FIELDS } from '#app/domain/site/settings-fields.ts';
import { storedShape } from '#app/platform/http/record-schema.ts';

/** Rows of `site_settings`. A field that an older release did not store takes its default. */

function identityContent(usual: Association) {
  return z.object({
    ...storedShape(IDENTITY_FIELDS, { ...usual, ...usual.colours }),
    crestFileId: z.uuid().nullable().catch(null),
  });
}

function contactContent(usual: Association) {
  return z.object({
    ...storedShape(CONTACT_FIELDS, usual),
    phone: z.object({ text: z.string(), dial: z.string() }).nullable().catch(usual.phone),
    links: z.array(z.object({ text: z.string(), url: z.string() })).catch([...usual.links]),
  });
}

const textsContent = z.object(storedShape(TEXT_FIELDS, DEFAULT_TEXTS));

const embedContent = z.object(storedShape(EMBED_FIELDS, { site: null }));

/** Read over what an installation begins with: the demo's association, or nobody's. */
export function contentsFor(usual: Association) {
  return { identity: identityContent(usual), contact: contactContent(usual), texts: textsContent, embed: embedContent };
}

type Contents = ReturnType<typeof contentsFor>;
export type Section = keyof Contents;
export type Content<S extends Section> = z.output<Contents[S]>;
