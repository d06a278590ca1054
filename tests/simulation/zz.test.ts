import { test } from 'vitest';
import { coverageOf } from './coverage.ts';
import { simulate } from './year.ts';
test('zz', async () => {
  try {
    const r = await simulate({ seed: process.env.ZZ ?? '5', days: Number(process.env.ZZD ?? 1), people: 4, faults: 'none', isThorough: true, onFailure: (r, e) => { console.log(String(e)); done(r); } });
    done(r);
  } catch (e) { console.log('FAILED', e); }
  function done(r: any) { const c = coverageOf(r.calls.keys()); console.log([...r.acts].filter(([k]: any) => / presses /.test(k)).map((x: any) => x.join(' ')).sort().join('\n')); console.log(JSON.stringify(c, null, 1)); console.log([...r.times].sort((a: any, b: any) => b[1] - a[1]).slice(0, 25).map((x: any) => x.join(' ')).join('\n'), r.tookMs); }
});
