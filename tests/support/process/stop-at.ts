import type * as Comboi from '#app/app.server.ts';

/*
 * Loaded into a server under test before it begins (`node --import`): at its first arrival at the pause point named in
 * STOP_AT it says so and waits. SIGUSR2 lets it go on; a SIGKILL is the plug pulled at that very place.
 */
const { onPausePoint } = (await import(new URL('../../../build-test/server/index.js', import.meta.url).href)) as typeof Comboi;
const point = process.env['STOP_AT'] as Parameters<typeof onPausePoint>[0];

onPausePoint(point, async () => {
  onPausePoint(point, null);
  console.log(`at ${point}`);
  await new Promise((resolve) => {
    process.once('SIGUSR2', resolve);
  });
});
