import { writeFile } from 'node:fs/promises';

import type { Child } from '#tests/support/process/child-process.ts';

import type { Rows } from './site.ts';

export const PROFILED_FLAG = '--inspect=127.0.0.1:0';

const MOST_ROWS = 40;

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface Profile {
  nodes: { id: number; callFrame: Frame }[];
  samples: number[];
  timeDeltas: number[];
}

export async function profiled<Result>(child: Child, { file, work }: { file: string; work: () => Promise<Result> }): Promise<{ result: Result; rows: Rows }> {
  const [, address] = await child.says(/Debugger listening on (ws:\S+)/);
  const socket = new WebSocket(address!);
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    answers.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let lastId = 0;
  const ask = async (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      answers.set((lastId += 1), resolve);
      socket.send(JSON.stringify({ id: lastId, method }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.start');
  const result = await work();
  const { profile } = (await ask('Profiler.stop')) as { profile: Profile };
  socket.close();
  await writeFile(file, JSON.stringify(profile));
  return { result, rows: byFunction(profile) };
}

function byFunction({ nodes, samples, timeDeltas }: Profile): Rows {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const microseconds = new Map<string, number>();
  for (const [at, node] of samples.entries()) {
    const name = names.get(node)!;
    microseconds.set(name, (microseconds.get(name) ?? 0) + timeDeltas[at]!);
  }
  const all = [...microseconds.values()].reduce((sum, one) => sum + one, 0);
  const most = [...microseconds].toSorted(([, a], [, b]) => b - a).slice(0, MOST_ROWS);
  return most.map(([name, own]) => [name, `${((own / all) * 100).toFixed(1)} %`]);
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  return `${functionName || '(anonymous)'} ${url.replace(/^.*\//, '')}:${lineNumber + 1}`;
}
