import type { PosterPalette } from '../event/drawing/poster-palette.ts';

export interface WalletTicket {
  id: string;
  ticketNumber: string;
  heading: string;
  eventId: number;
  eventTitle: string;
  emoji: string;
  dateText: string;
  time: string;
  /** RFC 3339 */
  startsAt: string;
  endsAt: string;
  place: string | null;
  address: string;
  town: string;
  dishes: string;
  holder: string | null;
  association: string;
  eventUrl: string;
  palette: PosterPalette;
}
