import type { ReactElement } from 'react';

import { Paragraph } from '#app/design/mail-layout/mail-layout.server.tsx';

/** What an admin wrote, a paragraph for each that they left a line between. */
export function OwnWords({ words }: { words: string | null }): ReactElement {
  return (
    <>
      {paragraphsOf(words).map((paragraph, index) => (
        <Paragraph key={index}>
          {paragraph.split('\n').flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]))}
        </Paragraph>
      ))}
    </>
  );
}

/** Each with an empty line after it. */
export function ownWordsLines(words: string | null): string[] {
  return paragraphsOf(words).flatMap((paragraph) => [paragraph, '']);
}

function paragraphsOf(words: string | null): string[] {
  return (words ?? '').split(/\n\s*\n/).map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}
