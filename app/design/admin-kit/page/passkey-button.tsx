import { type ReactNode, useState } from 'react';

import { showPasskey } from '#app/platform/client-state/passkey.ts';
import { Button, type ButtonTone } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useBrowserFact, useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

/** Nearly every browser does, so the server takes it for granted: what it draws stays where it is. */
export function useKnowsPasskeys(): boolean {
  return useBrowserFact(() => 'PublicKeyCredential' in window, true);
}

export interface PasskeyButtonProps {
  label: string;
  tone?: ButtonTone;
  onConfirmed: () => void;
}

export function PasskeyButton({ label, tone = 'quiet', onConfirmed }: PasskeyButtonProps): ReactNode {
  const knowsPasskeys = useKnowsPasskeys();
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!knowsPasskeys) return null;

  async function show(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const result = await showPasskey();
    setBusy(false);
    if (result.outcome === 'failed') setProblem(result.problem);
    else onConfirmed();
  }

  return (
    <div className={`${ui.stack3} ${ui.needsScripts}`}>
      {problem === null ? null : <Banner tone="error" live="alert" title={problem} />}
      <Button tone={tone} wide busy={busy} busyLabel="Esperant la clau…" disabled={!hydrated} onClick={() => void show()}>
        {label}
      </Button>
    </div>
  );
}
