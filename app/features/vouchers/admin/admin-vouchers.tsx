import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { CheckInput, FoldedCheckGroup, RadioInput } from '#app/design/admin-kit/fields/choices.tsx';
import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { CountInput, MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { FieldRow } from '#app/design/admin-kit/fields/field-frame.tsx';
import { asRequiredWhenVisible, type FormField } from '#app/design/admin-kit/fields/form-field.ts';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-vouchers.ts';
import styles from './admin-vouchers.module.css';
import { voucherForm } from './voucher-form.ts';

export { action, loader } from './admin-vouchers.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Codis' }), { name: 'robots', content: 'noindex' }];

const KINDS = [
  { value: 'percent', text: 'Un tant per cent menys' },
  { value: 'amount', text: 'Uns euros menys' },
  { value: 'category', text: 'El preu de soci o de comissió' },
  { value: 'free', text: 'Gratis', hint: 'Una invitació: pensa a posar-li un màxim de tiquets.' },
  { value: 'unlock', text: 'Obrir un acte amagat', hint: 'Qui té el codi veu i compra un acte que és de socis o de la comissió, al preu públic.' },
];

const PER = [
  { value: 'ticket', text: 'De cada tiquet' },
  { value: 'order', text: 'De la comanda, una vegada' },
];

const CATEGORIES = [
  { value: 'socio', text: 'El de soci' },
  { value: 'comision', text: 'El de comissió' },
];

const EMPTY = { kind: 'percent', percent: '', amount: '', per: 'ticket', category: 'socio', event: [] as string[], count: '1', code: '', uses: '1', perMailbox: '', ticketLimit: '', combines: '', from: '', until: '', note: '' };

export default function AdminVouchers({ loaderData: { vouchers, events }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'make', schema: voucherForm, defaultValue: EMPTY, reply: actionData });
  const { fields } = state;
  const busy = useIsSending('make');
  return (
    <AdminPage title="Codis" lead="Descomptes, invitacions i claus d'actes amagats. No valen a la taquilla ni per a regalar un tiquet." reply={actionData} width="text">
      <Made vouchers={vouchers} />
      <details className={`${adminPage.sheet} ${adminPage.more}`} open={vouchers.length === 0 || state.reply !== undefined || state.isDrafted}>
        <summary className={ui.fold}>Nou codi</summary>
        <div className={styles.form}>
          <AdminForm state={state}>
            <WorthFields fields={fields} />
            <FoldedCheckGroup field={fields.event} summary="Només per a alguns actes" label="Actes" hint="Cap marcat: tots. Una clau ha de dir quins obri." choices={events.map(({ id, title, date }) => ({ value: String(id), text: `${title} (${formatDayAndMonth(date)})` }))} />
            <FieldRow>
              <CountInput field={fields.count} label="Quants codis" hint="Un per a tots, o fins a 1.000 per a repartir." />
              <CountInput field={fields.uses} label="Usos de cada codi" hint="En quantes comandes val cadascun." />
            </FieldRow>
            <TextInput field={fields.code} label="Codi amb les teues lletres" hint="Només si és un sol: de 8 a 24 lletres i xifres. Buit: en traiem un a l'atzar, que no s'endevina." />
            <FieldRow>
              <CountInput field={fields.perMailbox} label="Usos per adreça de correu" hint="Buit: els que queden." />
              <CountInput field={fields.ticketLimit} label="Tiquets per comanda" hint="Buit: tots els de la comanda. Si no, els més cars." />
            </FieldRow>
            <FieldRow>
              <DateInput field={fields.from} label="Val des del" hint="Buit: ja val." />
              <DateInput field={fields.until} label="Fins al" hint="Inclòs." />
            </FieldRow>
            <div className={styles.off}>
              <CheckInput field={fields.combines} label="També damunt del preu reduït" hint="Sense marcar, el descompte es fa del preu públic, i qui ja té preu de soci paga el que li isca millor." />
            </div>
            <TextInput field={fields.note} label="Per a qui és" hint="Només ho veieu els administradors. S'esborra 30 dies després de l'últim ús." />
            <div className={ui.cluster3}>
              <Button type="submit" busy={busy} busyLabel="Creant…">
                Crear codis
              </Button>
            </div>
          </AdminForm>
        </div>
      </details>
    </AdminPage>
  );
}

function WorthFields({ fields }: { fields: Readonly<Record<'kind' | 'percent' | 'amount' | 'per' | 'category', FormField>> }): ReactNode {
  return (
    <>
      <RadioInput field={fields.kind} label="Què fa el codi" choices={KINDS} />
      <div className={styles.percent}>
        <CountInput field={asRequiredWhenVisible(fields.percent)} label="Per cent de descompte" />
      </div>
      <div className={styles.amount}>
        <MoneyInput field={asRequiredWhenVisible(fields.amount)} label="Euros de descompte" />
        <RadioInput field={fields.per} label="De què es descompta" choices={PER} />
      </div>
      <div className={styles.category}>
        <RadioInput field={fields.category} label="Quin preu dona" choices={CATEGORIES} />
      </div>
    </>
  );
}

function Made({ vouchers }: Pick<Route.ComponentProps['loaderData'], 'vouchers'>): ReactNode {
  if (vouchers.length === 0) {
    return (
      <EmptyState art={<HeadArt of="ticket" />} title="Encara no hi ha cap codi">
        Quan en crees, ací es vorà quants s'han usat i quant han costat.
      </EmptyState>
    );
  }
  return (
    <ul className={ui.stack4} aria-label="Codis creats">
      {vouchers.map(({ id, title, what, note, mayBeUsed, used, worth, isOver, untilText }) => (
        <li key={id} className={`${ui.panel} ${ui.stack1} ${ui.padded4}`}>
          <p>
            <Link to={`/admin/codis/${id}`} className={styles.name}>
              {title}
            </Link>{' '}
            · {what}
            {isOver ? ' · acabat' : ''}
          </p>
          {note === null ? null : <p className={ui.wraps}>{note}</p>}
          <p className={ui.small}>
            {used === 1 ? '1 comanda' : `${used} comandes`} de {mayBeUsed} · {formatEuros(worth)} descomptats
            {untilText === null ? '' : ` · fins al ${untilText}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
