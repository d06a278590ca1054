import type { PosterPalette } from '../event/poster-palette.ts';

export interface WalletTicket {
  /** What its code says. */
  id: string;
  ticketNumber: string;
  heading: string;
  eventId: number;
  eventTitle: string;
  emoji: string;
  /** "15 de març, 2027" */
  dateText: string;
  /** HH:MM */
  time: string;
  /** RFC 3339 */
  startsAt: string;
  endsAt: string;
  place: string | null;
  address: string;
  town: string;
  dishes: string;
  /** Whom it was given to. */
  holder: string | null;
  association: string;
  eventUrl: string;
  palette: PosterPalette;
}
