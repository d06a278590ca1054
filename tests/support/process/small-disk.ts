import { execFile } from 'node:child_process';
import { open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Child, startChild } from './child-process.ts';

const run = promisify(execFile);

/** Why no disk of a given size can be mounted here; null where one can. */
export async function whyNoMounts(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a disk of a given size is mounted on Linux, by root';
  return run('unshare', ['-m', 'true']).then(
    () => null,
    () => 'this machine forbids name spaces of mounts (unshare -m)',
  );
}

export interface SmallDisk {
  /** As the programs that live on it see it. */
  folder: string;
  /** The command by which a program is started on it. */
  through: readonly string[];
  /** Takes all that is left; frees it again. */
  fill(): Promise<void>;
  clear(): Promise<void>;
  end(): Promise<void>;
}

/** A disk of its own, in a name space of mounts that lives as long as a process that only holds it. */
export async function aSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const holder: Child = startChild('unshare', ['-m', 'sh', '-c', `mount -t tmpfs -o size=${megabytes}m,mode=0711 tmpfs ${folder} && echo mounted && exec sleep 86400`], { cwd: '/' });
  await holder.says(/mounted/);
  const inside = join('/proc', String(holder.pid), 'root', folder);
  const filler = join(inside, 'filler');
  return {
    folder,
    through: ['nsenter', '-t', String(holder.pid), '-m', '--wd=.', '--'],
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (const size of [1024 * 1024, 4096]) {
          while ((await statfs(inside)).bavail > 0) {
            const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
            if (bytesWritten < size) break;
          }
        }
      } finally {
        await file.close();
      }
    },
    clear: () => unlink(filler),
    async end() {
      holder.send('SIGKILL', 'group');
      await holder.ended;
    },
  };
}
