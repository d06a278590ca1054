/** They bind neither admins nor the till. */
export const ORDER_CAPS = {
  /** Of one buyer, for one event; free tickets count too. */
  maxHolds: 2,
  maxHeldTickets: 20,
  /** Of all callers without a cookie in one network, for one event. */
  maxSharedHolds: 3,
  maxSharedTickets: 60,
  /** Of everybody in one network, of an event with a limit. */
  maxNetworkPercent: 20,
  minNetworkTickets: 20,
  maxFreeTickets: 20,
  maxFreeTicketsAnHour: 60,
  /** To one address, about orders that nobody paid for. */
  maxUnpaidMailsAnHour: 10,
} as const;

export type CapLimit = 'network' | 'free';

export const CAP_TEXTS: Record<CapLimit, string> = {
  network:
    "Des de la teua xarxa ja hi ha moltes entrades d'este esdeveniment reservades sense pagar. Se n'alliberen a mesura que es paguen o caduquen: espera uns minuts i torna-ho a provar.",
  free: "Amb els tiquets gratuïts o sense pagar que ja tens d'este esdeveniment, esta comanda passa del màxim: 20 per persona i per adreça de correu.",
};
