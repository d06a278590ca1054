import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';

import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import { useToast } from '#app/design/ui/feedback/toast.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';

/** Uses the phone's share sheet where there is one, else copies the address; without scripts a WhatsApp link. */
export function ShareNews({ title, url }: { title: string; url: string }): ReactNode {
  const hydrated = useHydrated();
  const toast = useToast();
  const label = (
    <>
      <Share2 size={20} aria-hidden="true" />
      Compartir
    </>
  );

  async function share(): Promise<void> {
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toast({ text: "S'ha copiat l'enllaç" });
      }
    } catch (error) {
      // The promise is rejected when the sheet is closed without sharing.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast({ text: "No s'ha pogut copiar l'enllaç" });
    }
  }

  if (!hydrated) return <ButtonAnchor tone="quiet" href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}>{label}</ButtonAnchor>;
  return (
    <Button tone="quiet" onClick={() => void share()}>
      {label}
    </Button>
  );
}
