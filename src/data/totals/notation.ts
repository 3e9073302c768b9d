/** How the numbers of a column are written; several bits if they differ. */
export const NOTATION = {
  /** Always set with `pointGroups`: beside points between thousands, a comma can only be a decimal one. */
  decimalComma: 1,
  /** Points that can only be between thousands: `1.234,5`, `1.234.567`. */
  pointGroups: 2,
  /** Commas that can only be between thousands: `1,234.5`. */
  commaGroups: 4,
  /** A point that can't be between thousands: `12.5`. */
  decimalPoint: 8,
  /** What may be an IP address: `150.250.125.100`. Unless `hasPointGroups`, it is one, and so not a number. */
  pointGroupsOrAddress: 16,
} as const;

/** Whether `1.234` means 1234: beside decimal commas, a point is between thousands unless another one can't be. */
export function hasPointGroups(notation: number): boolean {
  const { decimalComma, pointGroups, decimalPoint } = NOTATION;
  return (notation & pointGroups) !== 0 || (notation & (decimalComma | decimalPoint)) === decimalComma;
}
