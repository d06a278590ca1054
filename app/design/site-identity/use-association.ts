import { createContext, use } from 'react';

import { type Association, NAMELESS } from '#app/domain/association.ts';

/** A context beside the loaders' data, for pages that are refused or broken and have none. */
export const AssociationContext = createContext<Association>(NAMELESS);

export function useAssociation(): Association {
  return use(AssociationContext);
}
