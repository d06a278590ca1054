/** What a process has once: each test file loads its modules anew, and each project of a run those of its setup. */
export function ofProcess<Value>(name: string, make: () => Value): Value {
  const home = globalThis as { [key: symbol]: unknown };
  return (home[Symbol.for(`comboi ${name}`)] ??= make()) as Value;
}
