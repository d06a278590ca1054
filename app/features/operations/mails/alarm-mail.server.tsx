import { render, Section } from 'react-email';
import { z } from 'zod';

import { ALARM_KINDS, type AlarmFacts, type AlarmKind } from '#app/domain/operations/alarms.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

import { ALARM_WORDS } from '../alarm-words.ts';

export interface AlarmMailDetail {
  alarm: AlarmKind;
  facts: AlarmFacts;
  since: string;
  overAt: string | null;
}

export const alarmMailDetail: z.ZodType<AlarmMailDetail> = z.object({
  alarm: z.enum(ALARM_KINDS),
  facts: z.record(z.string(), z.union([z.number(), z.string()])),
  since: z.string(),
  overAt: z.string().nullable(),
});

export async function alarmMail({ alarm, facts, since, overAt }: AlarmMailDetail, { from, publicUrl }: { from: SiteSettings; publicUrl: URL }): Promise<{ subject: string; text: string; html: string }> {
  const words = ALARM_WORDS[alarm];
  const title = overAt === null ? words.title : `Resolt: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`;
  const lines = overAt === null ? [words.what(facts), words.todo, `Des de: ${instantText(since)}.`] : ['Ja no passa. No cal que faces res.', `Va començar: ${instantText(since)}. Va acabar abans de: ${instantText(overAt)}.`];
  const statusUrl = new URL('/admin/estat', publicUrl).href;
  return {
    subject: overAt === null ? `Avís: ${title}` : title,
    text: [title, '', ...lines, '', statusUrl, '', mailFoot(from)].join('\n'),
    html: await render(
      <MailLayout preview={lines[0]!} site={statusUrl} from={from}>
        <Section className="pad" style={{ padding: '30px 32px 34px' }}>
          <Title>{title}</Title>
          {lines.map((line) => (
            <Paragraph key={line}>{line}</Paragraph>
          ))}
          <MailButton href={statusUrl}>Obrir Estat</MailButton>
        </Section>
      </MailLayout>,
    ),
  };
}
