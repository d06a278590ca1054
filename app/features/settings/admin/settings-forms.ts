import { z } from 'zod';

import { checkField, optional } from '#app/design/admin-kit/form/field-schema.ts';
import { formShape, recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { colourProblems } from '#app/domain/site/colours.ts';
import { CONTACT_FIELDS, EMBED_FIELDS, IDENTITY_FIELDS, LEGAL_FIELDS, LINK_FIELDS, TEXT_FIELDS } from '#app/domain/site/settings-fields.ts';

const version = z.string();

export const identityForm = recordForm(IDENTITY_FIELDS, {
  more: {
    version,
    crestFileId: optional(z.uuid({ error: IMAGE_GONE })),
    /** Only to render the form again. */
    crestSrc: optional(z.string().regex(/^\/files\/[\w.-]+$/, { error: IMAGE_GONE })),
    removeCrest: checkField(),
  },
  rules: colourProblems,
});

export const contactForm = recordForm(CONTACT_FIELDS, { more: { version, links: z.array(z.object(formShape(LINK_FIELDS))).max(6, 'Com a màxim 6 enllaços') } });

export const textsForm = recordForm(TEXT_FIELDS, { more: { version } });

export const embedForm = recordForm(EMBED_FIELDS, { more: { version } });

export const legalForm = recordForm(LEGAL_FIELDS, { more: { version } });
