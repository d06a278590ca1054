import { expect, test } from 'vitest';

import type { DoorEventOption } from '#app/features/door/schema.ts';

import { eventText } from './event-text.ts';

function anOption(input: Partial<DoorEventOption>): DoorEventOption {
  return { id: 1, title: 'Sopar', date: '2027-03-15', time: '21:00', exitReentry: false, kitchenService: false, isToday: true, ...input };
}

test('an event is called by its title, by its hour where a day has several, by its day where that is not today, and withdrawn where it is', () => {
  const options = [anOption({}), anOption({ id: 2, time: '14:00', title: 'Dinar' }), anOption({ id: 3, date: '2027-03-19', title: 'Cremà', isToday: false }), anOption({ id: 4, date: '2027-03-20', title: 'Ball', isToday: false, isWithdrawn: true })];
  expect(options.map((option) => eventText(option, options))).toEqual(['21:00 · Sopar', '14:00 · Dinar', 'Cremà (19 de març)', 'Ball (20 de març), retirat']);
});

test('after midnight last night’s event and today’s are told apart by their days', () => {
  const options = [anOption({}), anOption({ id: 2, date: '2027-03-16', time: '14:00' }), anOption({ id: 3, date: '2027-03-19', isToday: false })];
  expect(options.map((option) => eventText(option, options))).toEqual(['Sopar (15 de març)', 'Sopar (16 de març)', 'Sopar (19 de març)']);
  expect(eventText(options[0]!, [options[0]!, options[2]!])).toBe('Sopar');
});
