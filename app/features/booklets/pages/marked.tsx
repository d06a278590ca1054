import { Fragment, type ReactNode } from 'react';

/** The end of a highlight is exclusive. */
export function Marked({ text, highlights }: { text: string; highlights: readonly (readonly [start: number, end: number])[] }): ReactNode {
  return (
    <>
      {highlights.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(highlights[index - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(highlights.at(-1)?.[1] ?? 0)}
    </>
  );
}
