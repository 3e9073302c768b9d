import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

export const THEMES = ['Light Modern', 'Dark Modern', 'Default High Contrast', 'Default High Contrast Light'] as const;

/** Gives the open windows a theme, undefined for that of a new window. By the settings of the folder, which VS Code watches. */
export async function useTheme(
  { folder }: Pick<Stage, 'folder'>,
  theme: (typeof THEMES)[number] | undefined,
): Promise<void> {
  const settings = join(folder, '.vscode');
  if (theme === undefined) {
    await rm(settings, { recursive: true, force: true });
    return;
  }
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, 'settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
}
