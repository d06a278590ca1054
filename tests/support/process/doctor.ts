import { examined } from '../reporting/counts.ts';
import { startChild } from './child-process.ts';
import { type ChildServer, NODE, ROOT } from './child-server.ts';

export interface Visit {
  /** 0: in order, 1: not, 2: could not look. */
  code: number | NodeJS.Signals | null;
  output: string;
  /** How many things are not in order. */
  violations: number;
}

/** `npm run doctor`, as an operator calls it beside a running server, or after it on its folder. */
export async function doctorBeside(server: Pick<ChildServer, 'dataDir'>, visit: { args?: string[]; env?: Record<string, string>; /** The command that runs it. */ through?: readonly string[] } = {}): Promise<Visit> {
  const [program, ...args] = [...(visit.through ?? []), NODE, 'scripts/doctor.ts', ...(visit.args ?? [])];
  const child = startChild(program!, args, { cwd: ROOT, env: { DATA_DIR: server.dataDir, ...visit.env } });
  const code = await child.ended;
  const output = child.output().trim();
  const violations = output.split('\n').filter((line) => /^I\d/.test(line)).length;
  examined(violations);
  return { code, output, violations };
}
