import { type ReactNode, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { ca } from 'react-day-picker/locale/ca';

import { dateParts, toIsoDate } from '#app/domain/time/dates.ts';

import styles from './month-calendar.module.css';

export interface MonthCalendarProps {
  day: string | null;
  onChoose: (day: string) => void;
}

export default function MonthCalendar({ day, onChoose }: MonthCalendarProps): ReactNode {
  const chosen = day === null ? undefined : onTheWall(day);
  const [month, setMonth] = useState(chosen);
  return (
    <DayPicker
      mode="single"
      required
      // Opened to choose a day: the focus goes to the one that stands there.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      locale={ca}
      {...(month !== undefined && { month })}
      onMonthChange={setMonth}
      selected={chosen}
      onSelect={(date) => {
        const iso = toIsoDate({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });
        if (iso !== null) onChoose(iso);
      }}
      classNames={{
        root: classOf('root'),
        months: classOf('months'),
        month_caption: classOf('caption'),
        nav: classOf('nav'),
        button_previous: classOf('arrow'),
        button_next: classOf('arrow'),
        chevron: classOf('chevron'),
        month_grid: classOf('grid'),
        weekday: classOf('weekday'),
        day: classOf('day'),
        day_button: classOf('button'),
        selected: classOf('selected'),
        today: classOf('today'),
        outside: classOf('outside'),
      }}
    />
  );
}

function classOf(name: string): string {
  return styles[name] ?? '';
}

function onTheWall(iso: string): Date {
  const { year, month, day } = dateParts(iso);
  return new Date(year, month - 1, day);
}
