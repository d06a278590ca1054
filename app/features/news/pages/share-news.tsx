import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';

import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import { useToast } from '#app/design/ui/feedback/toast.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';

/** By the phone's own sheet where it has one, else by copying the address. Without scripts by WhatsApp. */
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
      if ('share' in navigator) await navigator.share({ title, url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        toast({ text: "S'ha copiat l'enllaç" });
      }
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
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
