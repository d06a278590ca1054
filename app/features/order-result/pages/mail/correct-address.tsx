import { type ComponentType, type ReactNode, type ToggleEvent, useState } from 'react';

import { NO_CONNECTION } from '#app/platform/client-state/lost-connection.ts';
import { useToast } from '#app/design/ui/feedback/toast.tsx';

import type { AddressFormProps } from './address-form.tsx';
import styles from './correct-address.module.css';

/** Loaded when opened, since few buyers need it. */
export function CorrectAddress({ endsTransfers, ...props }: AddressFormProps & { endsTransfers: boolean }): ReactNode {
  const [Form, setForm] = useState<ComponentType<AddressFormProps> | null>(null);
  const toast = useToast();

  function load({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
    if (!currentTarget.open || Form !== null) return;
    const details = currentTarget;
    import('./address-form.tsx').then(
      ({ AddressForm }) => setForm(() => AddressForm),
      () => {
        details.open = false;
        toast({ text: NO_CONNECTION });
      },
    );
  }

  return (
    <details className={styles.correct} onToggle={load}>
      <summary className={styles.ask}>No és este correu? Corregix-lo</summary>
      {endsTransfers ? <p>Els tiquets que s'han donat tornen a tu, i els enllaços per a donar-los deixen de valdre: després els pots donar de nou.</p> : null}
      {Form === null ? null : <Form {...props} />}
    </details>
  );
}
