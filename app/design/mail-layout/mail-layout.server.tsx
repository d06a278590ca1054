import { createContext, type CSSProperties, type ReactElement, type ReactNode, use } from 'react';
import { Body, Button, Column, Container, Head, Html, Img, Preview, Row, Section, Text } from 'react-email';

import { contactLine, identityAddresses } from '#app/domain/association.ts';
import { mix } from '#app/domain/site/colours.ts';
import type { SiteColours } from '#app/domain/site/default-colours.ts';
import { fillPlaceholders } from '#app/domain/site/placeholders.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';

/** The screens' colours; mail programs know no custom properties. */
export const COLORS = {
  paper: '#fff8ec',
  surface: '#fffdf9',
  sunken: '#f8ecd9',
  line: '#ead9c0',
  ink: '#2a1720',
  inkSoft: '#6b5060',
  ember: '#c8381a',
  emberDeep: '#9d2710',
  wine: '#4a1028',
  saffron: '#f5a524',
} as const;

export const DISPLAY = "Fraunces, Georgia, 'Times New Roman', serif";
export const TEXT = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Inline styles are the light theme; classes add the dark one and small screens. */
const DARK: readonly (readonly [selector: string, rules: string])[] = [
  ['.page', 'background-color: #1e0a14 !important'],
  ['.page > table > tbody > tr > td', 'background-color: #1e0a14 !important'],
  ['.card', 'background-color: #2a1420 !important; border-color: #4d2a3b !important'],
  ['.sunken', 'background-color: #351b29 !important; border-color: #4d2a3b !important'],
  ['.ink', 'color: #fff3e2 !important'],
  ['.ink a', 'color: #fff3e2 !important'],
  ['.soft', 'color: #d9bfae !important'],
  ['.soft a', 'color: #d9bfae !important'],
  ['.accent', 'color: #ff9a76 !important'],
  ['.rule', 'border-color: #4d2a3b !important'],
];

/** Outlook on the web has no media query for dark: it marks what it darkens. */
const STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a { color: ${COLORS.ember} }
@media (max-width: 480px) { .pad > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important } .title { font-size: 30px !important } }
@media (prefers-color-scheme: dark) {
${DARK.map(([selector, rules]) => `  ${selector} { ${rules} }`).join('\n')}
}
${DARK.map(([selector, rules]) => `[data-ogsc] ${selector}, [data-ogsb] ${selector} { ${rules} }`).join('\n')}`;

const ColoursContext = createContext<SiteColours | null>(null);

function useColours(): SiteColours {
  return use(ColoursContext) ?? { main: COLORS.wine, accent: COLORS.ember, highlight: COLORS.saffron };
}

export interface MailLayoutProps {
  preview: string;
  site: string;
  from: SiteSettings;
  structuredData?: object;
  children: ReactNode;
}

export function MailLayout({ preview, site, from, structuredData, children }: MailLayoutProps): ReactElement {
  const { association } = from;
  const { name, tagline, colours } = association;
  return (
    <ColoursContext value={colours}>
    <Html lang="ca" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{STYLE_SHEET}</style>
        {structuredData === undefined ? null : <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: wordsOfScript(structuredData) }} />}
      </Head>
      <Preview>{preview}</Preview>
      <Body lang="ca" className="page" style={{ margin: 0, padding: '24px 0', backgroundColor: COLORS.paper, fontFamily: TEXT }}>
        <Container className="card" style={CARD}>
          <TileBand />
          <Section style={{ backgroundColor: colours.main, padding: '24px 32px 22px' }} className="pad">
            <Row>
              <Column style={{ width: '60px', verticalAlign: 'middle' }}>
                <Img src={new URL(identityAddresses(association).mailCrest, site).href} alt="" width="44" height="51" style={{ display: 'block', objectFit: 'contain' }} />
              </Column>
              <Column style={{ verticalAlign: 'middle' }}>
                <Text style={{ margin: 0, font: `700 28px/1.15 ${DISPLAY}`, color: '#fff8ec' }}>{name}</Text>
                <Text style={{ margin: '6px 0 0', font: `700 12px/1.3 ${TEXT}`, letterSpacing: '1.5px', color: mix(colours.highlight, '#ffffff', 0.45) }}>{tagline}</Text>
              </Column>
            </Row>
          </Section>
          {children}
          <Foot from={from} />
        </Container>
      </Body>
    </Html>
    </ColoursContext>
  );
}

/** No text may end the script. */
function wordsOfScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

const CARD: CSSProperties = {
  width: '100%',
  maxWidth: '600px',
  margin: '0 auto',
  backgroundColor: COLORS.surface,
  border: `1px solid ${COLORS.line}`,
  borderRadius: '20px',
  overflow: 'hidden',
};

function TileBand(): ReactElement {
  const { main, accent, highlight } = useColours();
  const tiles = [accent, highlight, main, highlight];
  return (
    <Row>
      {Array.from({ length: 24 }, (_, index) => (
        <Column key={index} style={{ height: '10px', fontSize: '1px', lineHeight: '10px', backgroundColor: tiles[index % tiles.length] }}>
          {'\u00a0'}
        </Column>
      ))}
    </Row>
  );
}

export function mailFoot({ association, texts }: SiteSettings): string {
  return [fillPlaceholders(texts.mailClosing, association), contactLine(association)].filter((line) => line !== '').join('\n\n');
}

function Foot({ from: { association, texts } }: { from: SiteSettings }): ReactElement {
  const { name, street, postcode, town, phone, email } = association;
  const closing = fillPlaceholders(texts.mailClosing, association);
  return (
    <Section className="pad sunken" style={{ padding: '22px 32px 26px', backgroundColor: COLORS.sunken }}>
      {closing === '' ? null : (
        <Text className="ink" style={{ margin: '0 0 12px', font: `400 15px/1.5 ${TEXT}`, color: COLORS.ink, whiteSpace: 'pre-line' }}>{closing}</Text>
      )}
      <Text className="soft" style={{ margin: 0, font: `400 14px/1.6 ${TEXT}`, color: COLORS.inkSoft }}>
        {[name, street === '' ? '' : `${street}, ${postcode} ${town}`].filter((part) => part !== '').join(' · ')}
        <br />
        {email === '' ? '' : `Si tens dubtes, contacta'ns: ${phone === null ? '' : `${phone.text} · `}${email}`}
      </Text>
    </Section>
  );
}

export function Title({ children }: { children: ReactNode }): ReactElement {
  return (
    <h1 className="ink title" style={{ margin: 0, font: `700 34px/1.12 ${DISPLAY}`, letterSpacing: '-0.4px', color: COLORS.ink }}>
      {children}
    </h1>
  );
}

export function Paragraph({ children, small = false }: { children: ReactNode; small?: boolean }): ReactElement {
  return (
    <Text className="soft" style={{ margin: '12px 0 0', font: `400 ${small ? 14 : 16}px/1.55 ${TEXT}`, color: COLORS.inkSoft }}>
      {children}
    </Text>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <>
      <Text className="accent" style={{ margin: '14px 0 0', font: `700 12px/1.3 ${TEXT}`, letterSpacing: '1.2px', textTransform: 'uppercase', color: COLORS.emberDeep }}>
        {label}
      </Text>
      <Text className="ink" style={{ margin: '2px 0 0', font: `600 17px/1.4 ${TEXT}`, color: COLORS.ink, overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </>
  );
}

export function MailButton({ href, children }: { href: string; children: string }): ReactElement {
  const { accent } = useColours();
  return (
    <Section style={{ padding: '22px 0 8px' }}>
      <Button href={href} style={{ ...BUTTON, backgroundColor: accent }}>
        {children}
      </Button>
    </Section>
  );
}

const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '15px 28px',
  borderRadius: '999px',
  color: '#fffaf5',
  font: `700 16px/1 ${TEXT}`,
  textDecoration: 'none',
};
