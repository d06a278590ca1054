import { Worker } from 'node:worker_threads';

/*
 * The child's side of `runChildJob`: what it was given, what it may take, and how it answers.
 */

const LOOK_EVERY_MS = 50;

/** Kills this very process when it grows beyond what the first argument allows, also while it decodes or loops. */
export function limitOwnMemory(): void {
  const maxBytes = Number(process.argv[2]) * 1024 * 1024;
  const watch = `setInterval(() => { if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL'); }, ${LOOK_EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}

/** All of the input, in memory of its own: a PDF of 50 MB is copied no more often than it must be. */
export async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  const input = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let at = 0;
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
    input.set(chunk, at);
    at += chunk.byteLength;
  }
  return input;
}

/** Resolves when the message has left. */
export function answer(message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
