/** Raw integer entity keys are not supported by the service (contract, POST /connections/sync); it says no such thing itself. */
export function isDigitsOnly(entityId: string): boolean {
  return /^\s*\d+\s*$/.test(entityId);
}
