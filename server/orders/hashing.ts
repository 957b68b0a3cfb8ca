import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** 128 random bits as 22 characters of base64url (D3). */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}

/** Compares without telling by its time where the two differ; their lengths may be told. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** One text for equal values, whatever the order of their keys: what an idempotency key is bound to (D4). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}
