import type { World } from './world.ts';

/** The first moment at which model and product differ. */
export class Difference extends Error {
  override name = 'Difference';
}

const ACTS_REPORTED = 12;

/** Says what is false, when, and what those concerned did last. */
export function differs(world: Pick<World, 'record' | 'clock'>, what: string, about: { orderId?: string; eventId?: number } = {}): Difference {
  const acts = world.record.lastAbout(about, ACTS_REPORTED);
  return new Difference([`${world.clock.now().toISOString()}: ${what}`, ...(acts.length > 0 ? ['What happened before:', ...acts.map((act) => `  ${act}`)] : [])].join('\n'));
}
