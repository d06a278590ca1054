export const SHIFT_MAILS = ['assigned', 'accepted', 'turned_down', 'removed', 'moved', 'deleted', 'withdrawn', 'reminder'] as const;
export type ShiftMail = (typeof SHIFT_MAILS)[number];
