import { expect, test } from 'vitest';

import { divideStyles } from './staff-styles.ts';

test('rules of staff pages go into a sheet of their own, in their order; what is not theirs stays', () => {
  const css = '@layer tokens,base;:root{--a:1}._card_1{color:red;content:"}"}.staff_row_2{color:blue}@media (min-width:9px){._card_1{gap:1px}.staff_row_2:hover{gap:2px}}@keyframes staff_turn_2{to{rotate:1turn}}@font-face{src:url(/a.woff2)}\n/*end;{*/';
  expect(divideStyles(css)).toEqual({
    site: '@layer tokens,base;:root{--a:1}._card_1{color:red;content:"}"}@media (min-width:9px){._card_1{gap:1px}}@font-face{src:url(/a.woff2)}',
    staff: '.staff_row_2{color:blue}@media (min-width:9px){.staff_row_2:hover{gap:2px}}@keyframes staff_turn_2{to{rotate:1turn}}',
  });
});

test('a rule for both goes into both, each with its own selectors', () => {
  expect(divideStyles('._a_1,.staff_b_2:is(p,:not(a)),._c_3:where([x="{"],.d){top:0}')).toEqual({ site: '._a_1,._c_3:where([x="{"],.d){top:0}', staff: '.staff_b_2:is(p,:not(a)){top:0}' });
});

test('of equal rules in one block the last stands; statements stand where they stood', () => {
  const css = '@layer a;@layer a{@media print{._x_1{top:0}}._y_1{top:1px}@media print{._x_1{top:0}}}@layer a;';
  expect(divideStyles(css)).toEqual({ site: '@layer a;@layer a{._y_1{top:1px}@media print{._x_1{top:0}}}@layer a;', staff: '' });
});

test('a sheet that was cut short is no sheet', () => {
  expect(() => divideStyles('._a_1{top:0')).toThrow('amid a rule');
});
