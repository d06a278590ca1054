import { expect, test } from 'vitest';

import { backupMadeAt, backupName, backupsToRemove, isBackupDue, retainedUntil } from './backup-schedule.ts';

const at = (day: number, hour = 3): Date => new Date(Date.UTC(2027, 2, day, hour, 0, 7));
const aBackup = (madeAt: Date) => ({ name: backupName(madeAt), madeAt, size: 1 });

test('a name says when, and only names of backups do', () => {
  expect(backupName(at(15))).toBe('comboi-20270315T030007Z.tgz');
  expect(backupMadeAt('comboi-20270315T030007Z.tgz')).toEqual(at(15));
  for (const name of ['comboi-20271399T030007Z.tgz', 'comboi-20270315T030007Z.tgz.part', 'x-comboi-20270315T030007Z.tgz', '']) expect(backupMadeAt(name)).toBeNull();
});

test.each([
  [null, at(15, 12), true],
  [at(14, 3), at(15, 2), false],
  [at(14, 3), at(15, 3), true],
  [at(15, 1), at(15, 12), true],
  [at(15, 3), at(15, 23), false],
  [at(10), at(15, 2), true],
])('with the newest of %s one is due at %s: %s', (newest, now, due) => {
  expect(isBackupDue(newest, now)).toBe(due);
});

test('of sixty days with two backups each, seven days and four weeks stay', () => {
  const all = Array.from({ length: 60 }, (_, day) => [aBackup(at(day, 3)), aBackup(at(day, 20))]).flat();
  const removed = new Set(backupsToRemove(all));
  const retained = all.filter((backup) => !removed.has(backup)).map(({ madeAt }) => madeAt.toISOString().slice(5, 13));
  // 28 April 2027, the last, is a Wednesday.
  expect(retained).toEqual(['04-11T20', '04-18T20', '04-22T20', '04-23T20', '04-24T20', '04-25T20', '04-26T20', '04-27T20', '04-28T20'].filter((day) => retained.includes(day)));
  expect(retained).toHaveLength(9);
});

test('few are all kept', () => {
  expect(backupsToRemove([aBackup(at(1)), aBackup(at(2)), aBackup(at(9))])).toEqual([]);
});

test('whoever asks until when they stay is told the night in which each one goes', () => {
  const stored = [at(1), at(8), at(14), at(15)].map(aBackup);
  const until = new Map(retainedUntil(stored, at(15, 12)).map(({ name, until: night }) => [name, night]));
  let all = [...stored];
  for (let day = 16; day < 80; day += 1) {
    all.push(aBackup(at(day)));
    const gone = backupsToRemove(all).map(({ name }) => name);
    for (const { name } of stored.filter((one) => gone.includes(one.name))) expect([name, until.get(name)?.toISOString().slice(0, 10)]).toEqual([name, at(day).toISOString().slice(0, 10)]);
    all = all.filter(({ name }) => !gone.includes(name));
  }
  expect(all.filter((one) => stored.some(({ name }) => name === one.name))).toEqual([]);
});
