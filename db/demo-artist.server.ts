import { type JobLimits, runChildJob } from '#app/platform/adapters/media/child-job.server.ts';

import type { CastBooklet } from './cast-booklets.ts';
import type { HomePictureName } from './cast-home.ts';
import type { PictureName } from './cast-pictures.ts';

export type DemoArt = { kind: 'picture'; name: PictureName | HomePictureName } | { kind: 'booklet'; booklet: CastBooklet; year: number; madeAt: number };

const LIMITS: JobLimits = { timeMs: 120_000, heapMb: 128, memoryMb: 600 };
const CHILD = new URL(import.meta.url.endsWith('.js') ? './demo-artist.child.js' : './demo-artist.child.server.ts', import.meta.url);

export async function drawForDemo(art: DemoArt): Promise<Uint8Array> {
  const drawn: Uint8Array[] = [];
  await runChildJob({ script: CHILD, input: Buffer.from(JSON.stringify(art)), limits: LIMITS, onMessage: (message) => drawn.push(message as Uint8Array) });
  return drawn[0]!;
}
