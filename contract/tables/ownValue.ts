/** Returns what a table has under a text from outside; undefined also for "constructor" and other keys that every object inherits. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
