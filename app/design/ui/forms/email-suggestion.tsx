import type { ReactNode, Ref } from 'react';

import { Button } from '../button.tsx';

export interface EmailSuggestionProps {
  domain: string | null;
  button?: Ref<HTMLButtonElement>;
  onTake: (domain: string) => void;
}

export function EmailSuggestion({ domain, button, onTake }: EmailSuggestionProps): ReactNode {
  return (
    <div role="status">
      {domain === null ? null : (
        <Button ref={button} tone="text" onClick={() => onTake(domain)}>
          Volies dir {domain}?
        </Button>
      )}
    </div>
  );
}
