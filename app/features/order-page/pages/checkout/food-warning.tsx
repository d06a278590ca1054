import type { ReactNode } from 'react';

import type { CheckedTicket } from '#app/domain/cart/cart.ts';
import { clashes, clashText } from '#app/domain/food/needs.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

/** What was chosen although something speaks against it: told before paying, never forbidden. */
export function FoodWarning({ tickets }: { tickets: readonly CheckedTicket[] }): ReactNode {
  const lines = tickets.flatMap(({ id, ticket: { menu, extras, needs } }, index) =>
    [...menu.flatMap(({ items }) => items), ...extras].flatMap((dish) =>
      clashes(dish, needs?.codes ?? []).map((clash) => ({ key: `${id} ${dish.id} ${clash.kind}`, text: `Ticket ${index + 1}, «${dish.name}»: ${clashText(clash)}` })),
    ),
  );
  if (lines.length === 0) return null;
  return (
    <Banner tone="warning" title="Mira les necessitats alimentàries abans de pagar">
      <ul>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <p>La cuina sabrà què has d'evitar. Si ho preferixes, torna arrere i tria un altre plat.</p>
    </Banner>
  );
}
