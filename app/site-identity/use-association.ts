import { createContext, use } from 'react';

import { type Association, ASSOCIATION } from '#app/domain/association.ts';

/**
 * Around the whole document, beside what loaders read: a page that is refused or broken, of which no loader was asked, says
 * whose it is as well.
 */
export const AssociationContext = createContext<Association>(ASSOCIATION);

/** Whose site it is. */
export function useAssociation(): Association {
  return use(AssociationContext);
}
