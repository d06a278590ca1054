import { expect, test } from 'vitest';

import { embedSnippet, frameAncestors, readSite } from './embed.ts';

test('of what was copied from a browser the site remains', () => {
  expect(readSite('https://www.poble.example/festes?any=2027#ací')).toEqual({ value: 'https://www.poble.example' });
  expect(readSite('poble.example')).toEqual({ value: 'https://poble.example' });
  expect(readSite('http://127.0.0.1:8080/')).toEqual({ value: 'http://127.0.0.1:8080' });
});

test.each(['*', "'self'", 'javascript:alert(1)', 'https://*', 'poble', 'https://a:b@poble.example', 'https://poble.example; script-src *'])('%s is no site, and reaches no policy', (typed) => {
  expect(readSite(typed)).toHaveProperty('problem');
});

test('nobody frames it until a site is entered, then that site does with and without www', () => {
  expect(frameAncestors(null)).toBe("'none'");
  for (const site of ['https://poble.example', 'https://www.poble.example']) expect(frameAncestors(site)).toBe('https://poble.example https://www.poble.example');
  expect(frameAncestors('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
});

test('the snippet stays one element, whatever the association is called', () => {
  expect(embedSnippet('https://falla.example', 'La "Mar" & <b>')).toBe(
    '<iframe src="https://falla.example/embed/events" title="Pròxims actes de La &quot;Mar&quot; &amp; &lt;b>" width="100%" height="640" loading="lazy" style="border:0"></iframe>',
  );
});
