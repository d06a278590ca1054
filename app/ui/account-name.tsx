import { Fragment, type ReactNode } from 'react';

/** A handle or an e-mail address, broken before its dots, dashes and @ where it needs two lines. */
export function AccountName({ children }: { children: string }): ReactNode {
  return children.split(/(?<=.)(?=[@._-])/).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
