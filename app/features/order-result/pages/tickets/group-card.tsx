import type { ReactNode } from 'react';

import { groupRefusalText } from '#app/domain/groups/event-group.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { ShareLink } from '#app/design/ui/share-link.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { OrderPage } from '../../service.server.ts';
import styles from './group-card.module.css';

/** Who one sits with. */
export function GroupCard({ group, orderId }: { group: OrderPage['group']; orderId: string }): ReactNode {
  if (group === null) return null;
  const to = `/la-meua-colla?order_id=${orderId}`;
  if (group === 'none') {
    return (
      <p className={styles.none}>
        <ButtonLink tone="quiet" to={to}>
          Amb qui vens? Pel teu compte
        </ButtonLink>
      </p>
    );
  }
  if (!group.joined) {
    return (
      <Banner tone="warning" title="La comanda és bona, però sense colla">
        <p>
          {group.reason === undefined ? '' : `${groupRefusalText(group.reason)}${group.name === null ? '' : `: «${group.name}»`}. `}
          Els tiquets valen igual.
        </p>
        <ButtonLink tone="quiet" to={to}>
          Triar colla
        </ButtonLink>
      </Banner>
    );
  }
  return (
    <div className={styles.card}>
      <p className={ui.wraps}>
        Seureu amb <b>«{group.name}»</b>
      </p>
      <div className={ui.cluster3}>
        {group.share === null ? null : <ShareLink {...group.share} label="Convidar a la colla" />}
        <ButtonLink tone="text" to={to}>
          La teua colla
        </ButtonLink>
      </div>
    </div>
  );
}
