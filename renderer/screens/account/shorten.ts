/** Returns the first and last characters of an id, an address or a hash, which are what people compare: "tM4Q…ifPA". */
export function shorten(text: string, { head = 4, tail = 4 }: { head?: number; tail?: number } = {}): string {
  return `${text.slice(0, head)}…${text.slice(-tail)}`;
}
