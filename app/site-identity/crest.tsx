import type { ReactNode } from 'react';

import { useAssociation } from './use-association.ts';

/** As wide as a crest is shown anywhere. */
const SIZES = '(min-width: 48rem) 224px, 160px';

/** The association's shield. Decoration; the name stands beside it. */
export function Crest({ className }: { className?: string }): ReactNode {
  const { crest } = useAssociation();
  // The fire over the sea that comes with the product is also the favicon.
  if (crest === null) return <img src="/favicon.svg" alt="" width={96} height={112} className={className} />;
  const [smallest] = crest.sizes;
  const srcSet = crest.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ');
  return <img src={smallest?.url} srcSet={srcSet} sizes={SIZES} alt="" width={smallest?.width ?? undefined} height={smallest?.height ?? undefined} className={className} />;
}
