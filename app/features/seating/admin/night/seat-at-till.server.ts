import { seatAction, seatLoader } from './seat-page.server.ts';

export const loader = seatLoader('till');
export const action = seatAction('till');
