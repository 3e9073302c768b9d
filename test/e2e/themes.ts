/**
 * VS Code's default themes, by IDs that every version takes. The newest ones call two of them `Light Modern` and `Dark Modern`.
 */
export const THEMES = [
  'Default Light Modern',
  'Default Dark Modern',
  'Default High Contrast',
  'Default High Contrast Light',
] as const;
