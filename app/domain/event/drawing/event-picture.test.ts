import { expect, test } from 'vitest';

import { picturePath, resizedPicture } from './event-picture.ts';

const EVENT = { id: 7, version: 2, date: '2027-03-15', pictureFileId: null };

test('another title, day, upload or crest has another address', () => {
  const path = picturePath(EVENT, { size: 'page', revision: 4 });
  expect(path).toBe('/pictures/events/7/page.jpg?v=2.20270315.4.0');
  const others = [
    picturePath({ ...EVENT, version: 3 }, { size: 'page', revision: 4 }),
    picturePath({ ...EVENT, date: '2027-03-16' }, { size: 'page', revision: 4 }),
    picturePath({ ...EVENT, pictureFileId: 'a1b2c3d4-0000-4000-8000-000000000000' }, { size: 'page', revision: 4 }),
    picturePath(EVENT, { size: 'page', revision: 5 }),
  ];
  expect(new Set([path, ...others]).size).toBe(5);
  expect(resizedPicture(path, 'card')).toBe(picturePath(EVENT, { size: 'card', revision: 4 }));
});
