import type { ReactNode } from 'react';

import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import type { HeldReason } from '#app/domain/door/held-scan.ts';
import { instantText, timeText } from '#app/domain/time/instant-text.ts';
import type { HeldGroup } from '#app/features/door/held/service.server.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

const REASONS: Record<HeldReason, { pass: string; shift: string }> = {
  revoked: { pass: 'El passe es va anul·lar.', shift: 'Li vau llevar el torn.' },
  after_end: { pass: "Són de després de l'hora en què caducava el passe.", shift: "Són de fora de l'hora del torn." },
  late: { pass: 'Van arribar més de 48 hores després de caducar el passe.', shift: "Van arribar més de 48 hores després d'acabar el torn." },
};

export function HeldScans({ groups }: { groups: readonly HeldGroup[] }): ReactNode {
  if (groups.length === 0) return null;
  return (
    <section className={ui.stack3} aria-labelledby="held-scans">
      <h2 id="held-scans">Lectures que esperen que decidisques</h2>
      <p>Es van fer sense cobertura amb un passe o un torn que ja no valia quan van arribar. Si t'en refies, conten com si hagueren arribat a temps.</p>
      <ul className={ui.stack4}>
        {groups.map((group) => (
          <Held key={`${group.passId}:${group.eventId}`} {...group} />
        ))}
      </ul>
    </section>
  );
}

function Held({ passId, passName, byAccount, eventId, eventTitle, scans, entries, reasons, from, to }: HeldGroup): ReactNode {
  const values = { pass: passId, event: String(eventId) };
  const until = timeText(to) === timeText(from) ? '' : ` fins a les ${timeText(to)}`;
  const facts = [
    { name: byAccount ? 'Qui' : 'Passe', value: passName },
    { name: 'Acte', value: eventTitle },
    { name: 'Han entrat', value: String(entries) },
  ];
  return (
    <li className={`${ui.panel} ${ui.stack1} ${ui.padded4}`}>
      <p>
        <b>{passName}</b> · {eventTitle}
      </p>
      <p>
        {scansText(scans)}, {entries === 1 ? '1 entrada' : `${entries} entrades`} · {instantText(from)}
        {until}
      </p>
      <p>{reasons.map((reason) => REASONS[reason][byAccount ? 'shift' : 'pass']).join(' ')}</p>
      <div className={ui.cluster3}>
        <ConfirmAction label="Agafar-les" tone="primary" title="Vols donar per bones estes lectures?" facts={facts} confirmLabel={`Agafar ${scansText(scans)}`} confirmTone="primary" busyLabel="Agafant…" intent="take-scans" values={values}>
          <p>Els tiquets quedaran usats, i els que ja ho estaven sortiran com a conflicte.</p>
        </ConfirmAction>
        <ConfirmAction label="Descartar-les" tone="quiet" title="Vols descartar estes lectures?" facts={facts} confirmLabel={`Descartar ${scansText(scans)}`} busyLabel="Descartant…" intent="drop-scans" values={values}>
          <p>Els tiquets que va llegir este mòbil queden com estan, i podran entrar. No es pot desfer.</p>
        </ConfirmAction>
      </div>
    </li>
  );
}

export function scansText(scans: number): string {
  return scans === 1 ? '1 lectura' : `${scans} lectures`;
}
