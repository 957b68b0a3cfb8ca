/** Returns a query string such as "?a=1&b=2" without null and undefined values; "" if nothing is left. */
export function queryText(query: Readonly<Record<string, unknown>> | null): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
