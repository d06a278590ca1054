/** Generous time-outs, so that a slow machine does not pass for a busy site. */
export const TIMEOUT_FACTOR = 10;
