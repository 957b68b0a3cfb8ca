/**
 * Remembers what `load` gave for `lifetimeMs`. Later askers get the old value at once while a new one is fetched, so that
 * a page never waits for it twice, and a host that is away for a moment is not noticed; an old value is served for at
 * most ten lifetimes. Rejects only when there is nothing to give.
 */
export function cached<Value>(
  load: () => Promise<Value>,
  { lifetimeMs, now = Date.now }: { lifetimeMs: number; now?: () => number },
): () => Promise<Value> {
  let known: { value: Value; at: number } | null = null;
  let loading: Promise<Value> | null = null;

  const refresh = (): Promise<Value> => {
    loading ??= load()
      .then((value) => {
        known = { value, at: now() };
        return value;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };

  return async () => {
    const age = known ? now() - known.at : Infinity;
    if (!known || age > lifetimeMs * 10) return refresh();
    // A failed refresh is retried by the next asker; until then the old value stands.
    if (age > lifetimeMs) refresh().catch(() => undefined);
    return known.value;
  };
}

/** The same by key, for at most `limit` keys; the key used longest ago makes room. */
export function cachedByKey<Value>(
  load: (key: string) => Promise<Value>,
  { limit, ...options }: { limit: number; lifetimeMs: number; now?: () => number },
): (key: string) => Promise<Value> {
  const readers = new Map<string, () => Promise<Value>>();
  return (key) => {
    const reader = readers.get(key) ?? cached(() => load(key), options);
    readers.delete(key);
    readers.set(key, reader);
    if (readers.size > limit) for (const oldest of readers.keys()) return (readers.delete(oldest), reader());
    return reader();
  };
}
