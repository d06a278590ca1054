export interface BoughtOrder {
  orderId: string;
  orderNumber: string;
  buyer: string | null;
  email: string | null;
  tickets: number;
}

export interface BuyerCluster {
  emails: string[];
  orders: Pick<BoughtOrder, 'orderId' | 'orderNumber'>[];
  tickets: number;
}

interface Group extends BuyerCluster {
  keys: string[];
}

/** Orders that share an account, a browser or a mailbox, also by way of a third one, are one buyer's: those with more tickets than `above`, most first. */
export function buyerClusters(orders: readonly BoughtOrder[], above: number): BuyerCluster[] {
  const groupOf = new Map<string, Group>();
  for (const order of orders) {
    const keys = keysOf(order);
    const group: Group = { keys, emails: order.email === null ? [] : [order.email], orders: [{ orderId: order.orderId, orderNumber: order.orderNumber }], tickets: order.tickets };
    const known = new Set(keys.flatMap((key) => groupOf.get(key) ?? []));
    const joined = [...known, group].reduce(join);
    for (const key of joined.keys) groupOf.set(key, joined);
  }
  return [...new Set(groupOf.values())]
    .filter(({ tickets }) => tickets > above)
    .toSorted((one, other) => other.tickets - one.tickets)
    .map(({ emails, orders: own, tickets }) => ({ emails, orders: own, tickets }));
}

function join(one: Group, other: Group): Group {
  return {
    keys: [...new Set([...one.keys, ...other.keys])],
    emails: [...new Set([...one.emails, ...other.emails])],
    orders: [...one.orders, ...other.orders],
    tickets: one.tickets + other.tickets,
  };
}

function keysOf({ orderId, buyer, email }: BoughtOrder): string[] {
  const keys = [...(buyer === null ? [] : [`buyer ${buyer}`]), ...(email === null ? [] : [`mailbox ${mailboxOf(email)}`])];
  return keys.length > 0 ? keys : [`order ${orderId}`];
}

function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const name = local.replace(/(?<=.)\+.*$/, '');
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
