import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import { accountNotice } from '#app/design/mail-layout/account-notice.server.tsx';

const NEW_PASSWORD = "Si no has sigut tu, posa una contrasenya nova ara mateix i avisa'ns:";

const WORDS = {
  second_factor_on: { title: 'El teu compte demana ara un codi del mòbil', what: "La verificació en dos passos s'ha activat", notYou: NEW_PASSWORD },
  second_factor_off: { title: 'El teu compte ja no demana el codi del mòbil', what: "La verificació en dos passos s'ha desactivat", notYou: NEW_PASSWORD },
  passkey_added: {
    title: "El teu compte té una clau d'accés nova",
    what: "S'ha afegit una clau d'accés, que obri el compte sense contrasenya ni codi",
    notYou: "Si no has sigut tu, esborra-la en «Els meus dispositius», posa una contrasenya nova ara mateix i avisa'ns:",
  },
  second_factor_guessed: {
    title: 'Algú té la teua contrasenya i prova codis',
    what: 'Algú ha entrat la teua contrasenya i ha escrit cinc codis que no són bons',
    notYou: NEW_PASSWORD,
  },
  passkey_removed: { title: "S'ha esborrat una clau d'accés del teu compte", what: "La clau d'accés ja no obri el teu compte", notYou: NEW_PASSWORD },
};

export type SecondFactorNotice = keyof typeof WORDS;

export interface SecondFactorMail {
  kind: SecondFactorNotice;
  name: string;
  at: Date;
  forgotUrl: string;
}

export async function secondFactorMailTemplate({ kind, name, at, forgotUrl }: SecondFactorMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const { title, what, notYou } = WORDS[kind];
  return accountNotice({ title, name, what: `${what}: ${instantText(at.toISOString())}.`, ifYou: 'Si has sigut tu, no cal que faces res.', notYou, forgotUrl }, from);
}
