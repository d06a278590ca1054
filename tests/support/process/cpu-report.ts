/* Loaded before a server under test (`--import`): at a signal it prints what it has used of a processor since the last one. */
let reports = 0;
let last = process.cpuUsage();
process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage(last);
  last = process.cpuUsage();
  reports += 1;
  process.stdout.write(`CPU report ${reports}: ${Math.round((user + system) / 1_000)} ms\n`);
});
