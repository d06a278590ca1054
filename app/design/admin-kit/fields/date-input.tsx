import CalendarDays from 'lucide-react/icons/calendar-days';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';

import { formatDate } from '#app/domain/time/dates.ts';
import { parseTypedDate } from '#app/domain/time/typed-time.ts';
import { Popover } from '#app/design/ui/feedback/popover.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { setValue } from '#app/design/ui/forms/set-value.ts';

import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { type FieldTexts, type FormField, inputProps } from './form-field.ts';

const MonthCalendar = lazy(() => import('./month-calendar.tsx'));

export function DateInput({ field, label, hint }: FieldTexts & { field: FormField }): ReactNode {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { defaultValue, ...props } = inputProps(field);

  function put(day: string): void {
    if (input.current !== null) setValue(input.current, formatDate(day));
  }

  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => (
        <span className={styles.helped}>
          <input
            key={field.key}
            ref={input}
            type="text"
            autoComplete="off"
            placeholder="15 de març, 2027"
            {...props}
            {...control}
            defaultValue={defaultValue === undefined ? undefined : written(defaultValue)}
            onBlur={({ currentTarget }) => setValue(currentTarget, written(currentTarget.value))}
          />
          {hydrated ? (
            <button ref={opener} type="button" className={styles.helper} aria-label={`Tria al calendari: ${label}`} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
              <CalendarDays size={22} aria-hidden="true" />
            </button>
          ) : null}
          {isOpen ? (
            <Popover source={opener} label={label} onClose={() => setOpen(false)}>
              <Suspense fallback={<p>Carregant...</p>}>
                <MonthCalendar
                  day={parseTypedDate(input.current?.value ?? '')}
                  onChoose={(day) => {
                    put(day);
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

function written(text: string): string {
  const day = parseTypedDate(text);
  return day === null ? text : formatDate(day);
}
