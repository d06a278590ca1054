import type { ReactNode } from 'react';

/** The association's shield: fire over the sea. Decoration; the name stands beside it. The file is also the favicon. */
export function Crest({ className }: { className?: string }): ReactNode {
  return <img src="/favicon.svg" alt="" width={96} height={112} className={className} />;
}
