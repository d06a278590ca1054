import type { TestModule } from 'vitest/node';

interface Timed {
  project: string;
  file: string;
  begun: number;
  ended: number;
}

const SLOWEST = 10;

/** How long files and projects took, from the moment a worker had time for them. */
export class Durations {
  #files = new Map<string, Timed>();

  begin(module: TestModule): void {
    const now = performance.now();
    this.#files.set(module.id, { project: module.project.name, file: module.relativeModuleId, begun: now, ended: now });
  }

  end(module: TestModule): void {
    const file = this.#files.get(module.id);
    if (file) file.ended = performance.now();
  }

  /** Each project from its first file to its last, with the sum of its files: projects and files run beside each other. */
  projects(): string[] {
    const byProject = Map.groupBy(this.#files.values(), ({ project }) => project);
    return [...byProject].map(([project, files]) => {
      const lasted = Math.max(...files.map(({ ended }) => ended)) - Math.min(...files.map(({ begun }) => begun));
      return `${seconds(lasted)} ${project}: ${files.length} files of ${seconds(files.reduce((sum, file) => sum + timeOf(file), 0)).trim()}`;
    });
  }

  slowestFiles(): string[] {
    const sorted = [...this.#files.values()].toSorted((one, other) => timeOf(other) - timeOf(one));
    return sorted.slice(0, SLOWEST).map((file) => `${seconds(timeOf(file))} ${file.project} · ${file.file}`);
  }
}

function timeOf({ begun, ended }: Timed): number {
  return ended - begun;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1).padStart(6)} s`;
}
