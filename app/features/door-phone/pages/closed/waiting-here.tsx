import type { ReactNode } from 'react';

import { useWaitingScans } from '#app/platform/client-state/waiting-scans.ts';

/** `sentBy`: whether this pass still uploads its scans, or another has to open the door here. */
export function WaitingHere({ sentBy }: { sentBy: 'this' | 'another' }): ReactNode {
  const count = useWaitingScans()?.count ?? 0;
  if (count === 0) return null;
  return (
    <p role="status">
      {count === 1 ? 'Hi ha 1 lectura per enviar' : `Hi ha ${count} lectures per enviar`} en este mòbil.{' '}
      {sentBy === 'this'
        ? `Deixa esta pàgina oberta: ${count === 1 ? "s'enviarà sola" : "s'enviaran soles"} quan hi haja cobertura.`
        : `${count === 1 ? "S'enviarà" : "S'enviaran"} quan la porta torne a obrir-se ací, amb un compte o un passe nou.`}
    </p>
  );
}
