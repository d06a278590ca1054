import { type EmojiData, EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import type { ReactNode } from 'react';

import names from './emoji-ca.json';
import styles from './emoji-list.module.css';

/** Low enough to pass the picker's check of what the device can draw. */
const VERSION = 1;

const DATA: EmojiData = {
  locale: 'ca',
  categories: names.categories,
  emojis: names.emojis.map((row) => {
    const [emoji, category, label, tags] = row as [string, number, string, string];
    return { emoji, category, label, version: VERSION, tags: tags.split(' ') };
  }),
  skinTones: { light: 'Clara', 'medium-light': 'Bastant clara', medium: 'Mitjana', 'medium-dark': 'Bastant fosca', dark: 'Fosca' },
};

/** frimousse would fetch them from a CDN. */
const ownData = (): EmojiData => DATA;

const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className={styles.category}>
      {category.label}
    </div>
  ),
  Row: (props) => <div {...props} className={styles.row} />,
  Emoji: ({ emoji, ...props }) => (
    <button {...props} type="button" className={styles.emoji} data-active={emoji.isActive || undefined}>
      {emoji.emoji}
    </button>
  ),
};

const focus = (search: HTMLInputElement | null): void => search?.focus();

export default function EmojiList({ onChoose }: { onChoose: (emoji: string) => void }): ReactNode {
  return (
    <EmojiPicker.Root className={styles.root} locale="ca" columns={7} resolveEmojiData={ownData} onEmojiSelect={({ emoji }) => onChoose(emoji)}>
      <EmojiPicker.Search ref={focus} className={styles.search} aria-label="Busca un emoji" placeholder="Busca: paella, música, foc…" />
      <EmojiPicker.Viewport className={styles.viewport}>
        <EmojiPicker.Loading className={styles.note}>Carregant...</EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.note}>No n'hi ha cap així</EmojiPicker.Empty>
        <EmojiPicker.List components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
