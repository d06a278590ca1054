import { seatAction, seatLoader } from './seat-page.server.ts';

export const loader = seatLoader('door');
export const action = seatAction('door');
