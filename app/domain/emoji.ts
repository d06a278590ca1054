import { firstGraphemes, graphemesOf } from './plain-text.ts';

/** Spec §5, in graphemes: a family of four is one. */
const MAX_EMOJI = 4;
const MAX_UNITS = 64;

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*\d]\ufe0f?\u20e3/u;

export function cutEmoji(text: string): string {
  return firstGraphemes(text.trim(), { graphemes: MAX_EMOJI, units: MAX_UNITS });
}

export function parseEmoji(text: string): string | null {
  const emoji = text.trim();
  if (emoji === '' || emoji.length > MAX_UNITS || !emoji.isWellFormed()) return null;
  const graphemes = [...graphemesOf(emoji)];
  return graphemes.length <= MAX_EMOJI && graphemes.every((grapheme) => PICTURE.test(grapheme)) ? emoji : null;
}
