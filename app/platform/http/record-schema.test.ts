import { expect, test } from 'vitest';
import { z } from 'zod';

import { unchangedWhenOmitted } from '#app/domain/fields/field.ts';
import { optionalText } from '#app/domain/fields/kinds.ts';

import { bodyShape } from './record-schema.ts';

const PLACE = optionalText({ label: 'Lloc', max: 20 });
const body = z.object(bodyShape({ required: PLACE, keepable: unchangedWhenOmitted(PLACE) }));

test('a body is tidied as its form is; what it leaves out is empty, or stays unsaid where it means to be kept', () => {
  expect(body.parse({ required: ' Casal ', keepable: ' Casal ' })).toEqual({ required: 'Casal', keepable: 'Casal' });
  expect(body.parse({ required: null, keepable: null })).toEqual({ required: null, keepable: null });
  expect(body.parse({})).toEqual({ required: null });
});
