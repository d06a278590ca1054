import SmilePlus from 'lucide-react/icons/smile-plus';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';

import { Popover } from '#app/design/ui/feedback/popover.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { setValue } from '#app/design/ui/forms/set-value.ts';

import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { type FieldTexts, type FormField, inputProps } from './form-field.ts';

const EmojiList = lazy(() => import('./emoji-list.tsx'));

export function EmojiInput({ field, label, hint }: FieldTexts & { field: FormField }): ReactNode {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // `maxLength` would cut an emoji in two.
  const { maxLength: _, ...props } = inputProps(field);

  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => (
        <span className={styles.helped}>
          <input key={field.key} ref={input} type="text" autoComplete="off" {...props} {...control} className={`${control.className} ${styles.short} ${styles.emoji}`} />
          {hydrated ? (
            <button ref={opener} type="button" className={styles.helper} aria-label={`Tria un emoji: ${label}`} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
              <SmilePlus size={22} aria-hidden="true" />
            </button>
          ) : null}
          {isOpen ? (
            <Popover source={opener} label="Emoji" onClose={() => setOpen(false)}>
              <Suspense fallback={<p>Carregant...</p>}>
                <EmojiList
                  onChoose={(emoji) => {
                    if (input.current !== null) setValue(input.current, emoji);
                    setOpen(false);
                    input.current?.focus();
                  }}
                />
              </Suspense>
            </Popover>
          ) : null}
        </span>
      )}
    </FieldFrame>
  );
}
