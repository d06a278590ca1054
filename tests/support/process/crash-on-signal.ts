/* Loaded before a server under test (`--import`): lets a signal bring about what no request should. */
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a promise that nobody awaits'));
});
process.on('SIGPWR', () => {
  throw new Error('an exception that nobody catches');
});
