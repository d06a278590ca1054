/** Of an answer whose address is its key: nobody keeps it, and no other site learns of it. */
export const PRIVATE_LINK = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'private, no-store' };
