import { arrangeSeats } from '../../../domain/seating/arrange.ts';
import { answer, limitOwnMemory, readInput } from '../../../platform/adapters/media/child-process.server.ts';
import type { SeatsToArrange } from './seat-arranger.server.ts';

/* A program of its own: seconds of reckoning that no request should wait behind. */

limitOwnMemory();
const input = JSON.parse(new TextDecoder().decode(await readInput())) as SeatsToArrange;
await answer(arrangeSeats(input));
process.disconnect();
