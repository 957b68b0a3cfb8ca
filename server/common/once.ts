/** Returns a function that computes a value at its first call, and returns that value ever after. A call that throws is repeated. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | null = null;
  return () => (known ??= { value: compute() }).value;
}
