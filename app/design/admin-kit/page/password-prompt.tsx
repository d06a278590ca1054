import { type ReactNode, useRef, useState } from 'react';
import { Form, Link, useNavigation, useSubmit } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { PasswordField } from '#app/design/ui/forms/password-field.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

import { PASSWORD_AGAIN, type PasswordAsk } from '../form/form-reply.ts';
import styles from './confirm-action.module.css';
import { PasskeyButton } from './passkey-button.tsx';

const TITLE = 'Confirma que eres tu';

export function PasswordPrompt({ ask }: { ask: PasswordAsk | undefined }): ReactNode {
  const hydrated = useHydrated();
  const [dismissed, setDismissed] = useState<PasswordAsk | null>(null);
  if (ask === undefined) return null;
  if (hydrated) {
    return (
      <Dialog open={dismissed !== ask} onClose={() => setDismissed(ask)} title={TITLE}>
        <PasswordQuestion ask={ask} onCancel={() => setDismissed(ask)} />
      </Dialog>
    );
  }
  return (
    <section className={styles.prompt} aria-labelledby="password-again">
      <h2 id="password-again">{TITLE}</h2>
      <PasswordQuestion ask={ask} />
    </section>
  );
}

function PasswordQuestion({ ask, onCancel }: { ask: PasswordAsk; onCancel?: () => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const busy = useNavigation().formData?.has(PASSWORD_AGAIN) === true;
  // The dialog gives the focus to its cross.
  useTimeout(() => field.current?.focus(), 0, ask);
  return (
    // In parts, since a list of members written as an address would be three times as long.
    <Form ref={form} method="post" encType="multipart/form-data" className={ui.column4}>
      {ask.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <p>Fa una estona que no poses la contrasenya, i açò mou diners, permisos o dades de tots. Escriu-la i continuem on estaves.</p>
      <PasswordField ref={field} label="Contrasenya" name={PASSWORD_AGAIN} autoComplete="current-password" required error={ask.problem} />
      <div className={styles.actions}>
        {onCancel === undefined ? null : (
          <Button tone="quiet" onClick={onCancel}>
            Cancel·lar
          </Button>
        )}
        <Button type="submit" busy={busy} busyLabel="Comprovant…">
          Continuar
        </Button>
      </div>
      {ask.hasPasskey ? <PasskeyButton label="Confirma-ho amb la clau d'accés" onConfirmed={() => void submit(form.current)} /> : null}
      <p>
        <Link to="/forgot-password">Has oblidat la contrasenya?</Link>
      </p>
    </Form>
  );
}
