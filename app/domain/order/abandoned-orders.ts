const HOUR_MS = 3_600_000;

/** Orders of an hour that may be given up at the payment page; as many as were paid, where those are more. */
export const MOST_GIVEN_UP = { buyer: 10, network: 60 } as const;

export interface AbandonedOrders {
  by: keyof typeof MOST_GIVEN_UP;
  key: string;
  placedAt: readonly Date[];
  paid: number;
}

/** Who tries one card after the other opens payment pages and leaves them. Null: no pause. */
export function pausedUntil({ by, placedAt, paid }: AbandonedOrders): Date | null {
  const firstTooMany = placedAt[Math.max(MOST_GIVEN_UP[by], paid)];
  return firstTooMany === undefined ? null : new Date(firstTooMany.getTime() + HOUR_MS);
}
