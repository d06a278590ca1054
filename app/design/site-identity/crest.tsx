import type { ReactNode } from 'react';

import { useAssociation } from './use-association.ts';

const SIZES = '(min-width: 48rem) 224px, 160px';

/** Decorative: the name stands beside it. */
export function Crest({ className }: { className?: string }): ReactNode {
  const { crest } = useAssociation();
  if (crest === null) return <img src="/favicon.svg" alt="" width={96} height={112} className={className} />;
  const [smallest] = crest.sizes;
  const srcSet = crest.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ');
  return <img src={smallest?.url} srcSet={srcSet} sizes={SIZES} alt="" width={smallest?.width ?? undefined} height={smallest?.height ?? undefined} className={className} />;
}
