/** By how much the clocks of two processes may differ, in milliseconds. What is dated further ahead was dated by a clock that has been set right since. */
export const CLOCK_SLACK_MS = 5 * 60_000;
