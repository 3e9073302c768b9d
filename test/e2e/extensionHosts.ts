import { readdir, readFile } from 'node:fs/promises';
import type { VsCodeServer } from '../vscode/server.ts';

/** The process ids of a server's extension hosts, one for each window. Reads `/proc`. */
export async function extensionHosts({ pid }: VsCodeServer): Promise<readonly number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(all.map(async (name) => ((await isHostOf(name, pid)) ? [Number(name)] : [])));
  return found.flat();
}

async function isHostOf(name: string, parent: number | undefined): Promise<boolean> {
  try {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8')),
    );
    return status?.includes(`\nPPid:\t${parent}\n`) === true && command?.includes('--type=extensionHost') === true;
  } catch {
    // The process has exited meanwhile.
    return false;
  }
}
