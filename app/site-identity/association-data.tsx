import type { ReactNode } from 'react';

import { ASSOCIATION_DATA, useAssociation } from './use-association.ts';

/** Data, which no browser runs as a script. No word of it can end the element. */
export function AssociationData(): ReactNode {
  const words = JSON.stringify(useAssociation()).replaceAll('<', '\\u003c');
  return <script type="application/json" id={ASSOCIATION_DATA} dangerouslySetInnerHTML={{ __html: words }} />;
}
