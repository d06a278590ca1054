import type { ReactNode } from 'react';

import { type Association, ASSOCIATION } from '#app/domain/association.ts';

import { useAssociation } from './use-association.ts';

const NAME = 'associacio';

/** In a `<meta>`, which no content policy has to let run. */
export function AssociationData(): ReactNode {
  return <meta name={NAME} content={JSON.stringify(useAssociation())} />;
}

export function associationInDocument(): Association {
  const written = document.querySelector<HTMLMetaElement>(`meta[name="${NAME}"]`)?.content;
  return written === undefined ? ASSOCIATION : JSON.parse(written);
}
