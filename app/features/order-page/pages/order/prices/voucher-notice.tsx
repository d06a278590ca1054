import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import type { Cents } from '#app/domain/money.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { UNKNOWN_CODE } from '#app/domain/vouchers/voucher-code.ts';

import type { VoucherView } from '../event-for-order.ts';
import styles from '../notices/member-price-notice.module.css';

/** A code that came with a link, or was entered at the checkout before. */
export function VoucherNotice({ voucher, discount, isEmpty }: { voucher: VoucherView | null; discount: Cents; isEmpty: boolean }): ReactNode {
  const [params] = useSearchParams();
  if (params.get('avis') === UNKNOWN_CODE && voucher === null) return <Banner tone="warning" title="El codi de l'enllaç no existix">Mira que l'enllaç estiga sencer. Si tens el codi, escriu-lo abans de pagar, en «Tens un codi?».</Banner>;
  if (voucher === null) return null;
  if (voucher.problem !== null) return <Banner tone="warning" title={`Codi ${voucher.label}`}>{voucher.problem}.</Banner>;
  return (
    <p className={styles.notice}>
      Codi <b>{voucher.label}</b>: {voucher.text}.{discount > 0 ? ` Ja està descomptat: ${formatEuros(0 - discount)}.` : isEmpty ? ' Es descompta en triar els tiquets.' : ' Esta comanda no baixa de preu amb ell.'}
    </p>
  );
}
