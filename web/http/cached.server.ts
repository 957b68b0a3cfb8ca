/**
 * Caches the result of `load` for `lifetimeMs`. Afterwards callers get the old value while a new one is loaded, for at most ten
 * lifetimes, so that a short outage goes unnoticed. Rejects only when no value is cached.
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
    // The next caller retries a failed refresh. Until then the old value is served.
    if (age > lifetimeMs) refresh().catch(() => undefined);
    return known.value;
  };
}

/** Like {@link cached} per key, for at most `limit` keys. Evicts the least recently used key. */
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
