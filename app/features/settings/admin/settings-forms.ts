import { z } from 'zod';

import { checkField, optional, textField, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { colourProblems, parseColour } from '#app/domain/site/colours.ts';
import { readInstagram, readPhone, readWebAddress } from '#app/domain/site/contact-fields.ts';
import { placeholderProblem } from '#app/domain/site/placeholders.ts';

const colourField = (): z.ZodType<string, string> =>
  typedField<string>((typed) => {
    const value = parseColour(typed);
    return value === null ? { problem: 'Escriu el color així: #4a1028' } : { value };
  });

const filledField = (field: z.ZodType<string, string>): z.ZodType<string, string> =>
  field.transform((text, context) => {
    const problem = placeholderProblem(text);
    if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: text });
    return text;
  });

export const identityForm = z
  .object({
    version: z.string(),
    name: textField({ required: "Escriu el nom de l'associació", max: 60 }),
    tagline: optional(textField({ required: '', max: 60 })),
    main: colourField(),
    accent: colourField(),
    highlight: colourField(),
    crestFileId: optional(z.uuid({ error: IMAGE_GONE })),
    /** Only for showing it again. */
    crestSrc: optional(z.string().regex(/^\/files\/[\w.-]+$/, { error: IMAGE_GONE })),
    removeCrest: checkField(),
  })
  .superRefine((colours, context) => {
    for (const [name, message] of Object.entries(colourProblems(colours))) context.addIssue({ code: 'custom', path: [name], message });
  });

export const contactForm = z.object({
  version: z.string(),
  street: textField({ required: 'Escriu el carrer i el número', max: 120 }),
  postcode: textField({ required: 'Escriu el codi postal', max: 12 }),
  town: textField({ required: 'Escriu el poble', max: 80 }),
  country: textField({ required: 'Escriu el país', max: 60 }),
  mapUrl: optional(typedField(readWebAddress)),
  phone: optional(typedField(readPhone)),
  email: typedField<string>((typed) => {
    const value = parseEmailAddress(typed.trim());
    return value === null ? { problem: 'Escriu un correu vàlid' } : { value };
  }),
  instagram: optional(typedField(readInstagram)),
  links: z.array(z.object({ text: textField({ required: "Escriu el text de l'enllaç", max: 60 }), url: typedField(readWebAddress) })).max(6, 'Com a màxim 6 enllaços'),
});

export const textsForm = z.object({
  version: z.string(),
  homeLead: filledField(textField({ required: 'Escriu la frase de benvinguda', max: 240 })),
  homeSaying: filledField(textField({ required: 'Escriu la dita', max: 160 })),
  homeWelcome: filledField(textField({ required: 'Escriu què conteu de vosaltres', max: 2_000 })),
  mailClosing: optional(filledField(textField({ required: '', max: 600 }))),
});

export const legalForm = z.object({
  version: z.string(),
  terms: filledField(textField({ required: 'Escriu les condicions de compra', max: 40_000 })),
  privacy: filledField(textField({ required: 'Escriu el text de privacitat', max: 40_000 })),
});
