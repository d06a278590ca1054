import { expect, test } from 'vitest';

import { parseEmoji } from './emoji.ts';

test.each(['🥘', '🍽️', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩🏽‍🍳', '🇪🇸', '1️⃣', '❤️', '✝️', '🥘🍷🎆🔥', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦'])('%s is kept whole', (emoji) => {
  expect(parseEmoji(` ${emoji} `)).toBe(emoji);
});

test.each([
  ['nothing', ''],
  ['letters', 'paella'],
  ['a letter beside an emoji', '🥘a'],
  ['five of them', '🥘🍷🎆🔥🎉'],
  ['half an emoji', '🥘'.slice(0, 1)],
  ['an emoji and half of another', `🥘${'🍷'.slice(1)}`],
  ['a digit', '1'],
  ['a lone joiner', '\u200d'],
  ['one regional indicator', '\u{1F1EA}'],
  ['two with a space between', '🥘 🍷'],
  ['a very long row', '👨‍👩‍👧‍👦'.repeat(20_000)],
])('%s is refused', (_, text) => {
  expect(parseEmoji(text)).toBeNull();
});
