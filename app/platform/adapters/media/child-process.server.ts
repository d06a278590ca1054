import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 50;

export function limitOwnMemory(): void {
  const maxBytes = Number(process.argv[2]) * 1024 * 1024;
  const watch = `setInterval(() => { if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL'); }, ${LOOK_EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}

export async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const input = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let at = 0;
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
    input.set(chunk, at);
    at += chunk.byteLength;
  }
  return input;
}

export function answer(message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
