import { expect, test } from 'vitest';

import { ASSOCIATION } from '#app/domain/association.ts';

import { eventCalendar } from './event-calendar.server.ts';

async function calendar(part: Partial<Parameters<typeof eventCalendar>[0]> = {}): Promise<string> {
  return eventCalendar({
    id: 7,
    version: 3,
    title: 'Sopar de Germanor',
    description: 'Tres plats.',
    eventDate: '2027-03-15',
    eventTime: '21:00',
    eventEndTime: null,
    location: 'Casal, carrer Major 7',
    publicUrl: new URL('https://comboi.example'),
    association: ASSOCIATION,
    stamp: new Date('2027-01-01T00:00:00Z'),
    ...part,
  });
}

test.each([
  ['in winter', '2027-01-15', '21:00', '20270115T200000Z'],
  ['in summer', '2027-07-15', '21:00', '20270715T190000Z'],
  ['the evening before the clocks go forward', '2027-03-27', '21:00', '20270327T200000Z'],
  ['the evening after', '2027-03-28', '21:00', '20270328T190000Z'],
  ['at the hour that does not exist', '2027-03-28', '02:30', '20270328T013000Z'],
  ['the evening before the clocks go back', '2026-10-24', '21:00', '20261024T190000Z'],
  ['the evening after that', '2026-10-25', '21:00', '20261025T200000Z'],
  ['at the hour that comes twice, the first time', '2026-10-25', '02:30', '20261025T003000Z'],
])('an event %s begins when Madrid says', async (_, eventDate, eventTime, start) => {
  expect(await calendar({ eventDate, eventTime })).toContain(`DTSTART:${start}\r\n`);
});

test('an edited event takes the place of the older one, and rings before it begins', async () => {
  const file = await calendar();
  for (const line of ['UID:event-7@comboi.example', 'SEQUENCE:3', 'LOCATION:Casal\\, carrer Major 7\\, 12580 Benicarló\\, Espanya', 'TRIGGER:-P1D', 'TRIGGER:-PT2H', 'METHOD:PUBLISH']) {
    expect(file.split('\r\n')).toContain(line);
  }
});

test('hostile words stay words, and no line is longer than 75 bytes', async () => {
  const evil = 'Sopar\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:AUDIO;x,y\\'.repeat(5);
  const file = await calendar({ title: evil, description: evil, location: evil });
  const lines = file.split('\r\n');
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  expect(lines.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(2);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
});

test('a place that is not known is left out', async () => {
  expect(await calendar({ location: '  ' })).not.toContain('LOCATION');
});

test.each([
  ['of the same evening', '21:00', '23:30', '20270315T223000Z'],
  ['of the night after', '21:00', '02:00', '20270316T010000Z'],
  ['that nobody has told, three hours later', '21:00', null, '20270315T230000Z'],
])('an event ends at the hour %s', async (_, eventTime, eventEndTime, end) => {
  expect(await calendar({ eventTime, eventEndTime })).toContain(`DTEND:${end}\r\n`);
});

test('the night on which the clocks go back is an hour longer', async () => {
  expect(await calendar({ eventDate: '2026-10-24', eventTime: '21:00', eventEndTime: '04:00' })).toContain('DTEND:20261025T030000Z\r\n');
});

test('every line ends as the standard says, the last one too', async () => {
  const file = await calendar();
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a place that names its town is not given another', async () => {
  expect(await calendar({ location: 'Auditori de Benicarló' })).toContain('LOCATION:Auditori de Benicarló\r\n');
});
