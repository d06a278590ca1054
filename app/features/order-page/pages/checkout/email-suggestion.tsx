import type { ReactNode, Ref } from 'react';

import { suggestDomain, withDomain } from '#app/domain/people/email-suggestion.ts';
import { Button } from '#app/design/ui/button.tsx';

export interface EmailSuggestionProps {
  email: string;
  shown: boolean;
  button?: Ref<HTMLButtonElement>;
  onTake: (email: string) => void;
}

export function EmailSuggestion({ email, shown, button, onTake }: EmailSuggestionProps): ReactNode {
  const domain = shown ? suggestDomain(email) : null;
  return (
    <div role="status">
      {domain === null ? null : (
        <Button ref={button} tone="text" onClick={() => onTake(withDomain(email, domain))}>
          Volies dir {domain}?
        </Button>
      )}
    </div>
  );
}
