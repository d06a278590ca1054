import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { displayName } from '#app/domain/association.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

interface LinkMail {
  name: string;
  url: string;
}

interface Wording {
  title: string;
  what: string;
  button: string;
  limits: string;
  notYou: string;
}

const RESET: Wording = {
  title: 'Restaura la contrasenya',
  what: 'Algú, segurament tu, ha demanat posar una contrasenya nova al teu compte. Obri este enllaç i tria-la:',
  button: 'Posar una contrasenya nova',
  limits: "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 24 hores. Si en demanes un altre, este deixa de valdre.",
  notYou: 'Si no ho has demanat tu, no cal que faces res: la contrasenya que tens continua servint.',
};

const INVITATION: Omit<Wording, 'title'> = {
  what: "T'hem obert un compte per a comprar amb els teus preus i tindre sempre a mà els teus tiquets. Tria la teua contrasenya en este enllaç:",
  button: 'Triar la contrasenya',
  limits: "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 7 dies. Després pots demanar-ne un altre des de «Has oblidat la contrasenya?».",
  notYou: "Si no saps per què reps este correu, contesta'ns i ho mirem.",
};

const SIGN_IN: Wording = {
  title: 'Entra sense contrasenya',
  what: "Algú, segurament tu, ha demanat entrar al teu compte amb un enllaç. Obri'l i prem el botó:",
  button: 'Entrar',
  limits: "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 15 minuts. No el reenvies a ningú.",
  notYou: 'Si no ho has demanat tu, no cal que faces res: sense este correu no hi entra ningú.',
};

const PASSWORD_INSTEAD: Wording = {
  title: 'Entra amb la contrasenya',
  what: "Algú, segurament tu, ha demanat entrar al teu compte amb un enllaç. Al teu compte només s'hi entra amb la contrasenya, perquè pot fer coses que demanen més cura o perquè hi has posat un segon pas:",
  button: 'Iniciar sessió',
  limits: "Si no la recordes, posa'n una de nova des de «Has oblidat la contrasenya?».",
  notYou: 'Si no ho has demanat tu, no cal que faces res.',
};

const NEW_ADDRESS: Wording = {
  title: 'Confirma el teu correu nou',
  what: 'Un administrador ha posat este correu al teu compte. Obri este enllaç i tria una contrasenya: així sabem que el correu és teu.',
  button: 'Confirmar el correu',
  limits: INVITATION.limits,
  notYou: INVITATION.notYou,
};

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export async function resetMailTemplate(mail: LinkMail, from: SiteSettings): Promise<RenderedMail> {
  return linkMail(mail, { wording: RESET, from });
}

export async function invitationMailTemplate(mail: LinkMail, from: SiteSettings): Promise<RenderedMail> {
  return linkMail(mail, { wording: { ...INVITATION, title: `Ja tens compte a ${displayName(from.association)}` }, from });
}

export async function signInLinkMailTemplate(mail: LinkMail, from: SiteSettings): Promise<RenderedMail> {
  return linkMail(mail, { wording: SIGN_IN, from });
}

export async function passwordInsteadMailTemplate(mail: LinkMail, from: SiteSettings): Promise<RenderedMail> {
  return linkMail(mail, { wording: PASSWORD_INSTEAD, from });
}

export async function newAddressMailTemplate(mail: LinkMail, from: SiteSettings): Promise<RenderedMail> {
  return linkMail(mail, { wording: NEW_ADDRESS, from });
}

async function linkMail(mail: LinkMail, { wording, from }: { wording: Wording; from: SiteSettings }): Promise<RenderedMail> {
  return {
    subject: wording.title,
    text: [wording.title, '', greeting(mail.name), '', wording.what, '', mail.url, '', wording.limits, wording.notYou, '', mailFoot(from)].join('\n'),
    html: await render(<LinkMailBody mail={mail} wording={wording} from={from} />),
  };
}

function LinkMailBody({ mail, wording, from }: { mail: LinkMail; wording: Wording; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={wording.limits} site={mail.url} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 34px' }}>
        <Title>{wording.title}</Title>
        <Paragraph>{greeting(mail.name)}</Paragraph>
        <Paragraph>{wording.what}</Paragraph>
        <MailButton href={mail.url}>{wording.button}</MailButton>
        <Paragraph>{wording.limits}</Paragraph>
        <Paragraph small>{wording.notYou}</Paragraph>
      </Section>
    </MailLayout>
  );
}

function greeting(name: string): string {
  return name.trim() === '' ? 'Hola,' : `Hola, ${name.trim()}:`;
}
