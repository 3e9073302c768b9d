// What must hold, however long windows are open. docs/evidence.md has these limits.

export const MAX_HEAP_MB_AN_HOUR = 1;
export const MAX_LEDGER_MB = 50;
/** Of an account, in all windows. */
export const MAX_REQUESTS_A_MINUTE = 120;
