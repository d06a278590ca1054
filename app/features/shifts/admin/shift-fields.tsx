import type { ReactNode } from 'react';

import { SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import type { FormField } from '#app/design/admin-kit/fields/form-field.ts';
import { CountInput, TextInput, TimeInput } from '#app/design/admin-kit/fields/inputs.tsx';

import { dayOptions } from './shift-forms.ts';
import styles from './admin-shifts.module.css';

interface ShiftFieldsProps {
  fields: Readonly<Record<'day' | 'starts' | 'ends' | 'places' | 'note', FormField>>;
  eventDate: string;
}

export function ShiftFields({ fields, eventDate }: ShiftFieldsProps): ReactNode {
  return (
    <>
      <SelectInput field={fields.day} label="Dia" choices={dayOptions(eventDate)} hint="Si acaba a una hora més prompta que la de començar, és de la matinada següent." />
      <div className={styles.pair}>
        <TimeInput field={fields.starts} label="De" />
        <TimeInput field={fields.ends} label="A" />
        <CountInput field={fields.places} label="Quantes persones" />
      </div>
      <TextInput field={fields.note} label="Observació" hint="Ho voran els qui s'hi apunten: on quedem, què cal portar…" />
    </>
  );
}
