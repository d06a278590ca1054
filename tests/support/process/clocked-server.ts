import { serve } from '../../../serve.ts';

/* The server as it ships, by a clock that begins at the instant named as its argument. */
const [start = ''] = process.argv.slice(2);
const behind = Date.parse(start) - Date.now();

process.exit(await serve((shipped) => ({ ...shipped, clock: { now: () => new Date(Date.now() + behind) } })));
