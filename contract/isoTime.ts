/** Returns a time in ms since 1970 as ISO 8601 in UTC: `2026-01-31T23:59:59.000Z`. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
