import type { KeyValueStorage } from '../../../contract/platform.ts';

const STORAGE_KEY = 'order-tokens';
/** More than anybody has open; the oldest go first. */
const MOST_KEPT = 100;

/**
 * The secrets that let this browser decide for its orders (D3): 256 random bits, of which the host knows the hash only.
 * Kept on the device; where it keeps nothing, for as long as the page lives.
 */
export class OrderTokens {
  private readonly storage: KeyValueStorage;
  private readonly inMemory = new Map<string, string>();

  constructor({ storage }: { storage: KeyValueStorage }) {
    this.storage = storage;
  }

  get(orderId: string): string | null {
    return this.inMemory.get(orderId) ?? new Map(this.read()).get(orderId) ?? null;
  }

  keep(orderId: string, token: string): void {
    this.inMemory.set(orderId, token);
    const others = this.read().filter(([id]) => id !== orderId);
    this.storage.set(STORAGE_KEY, JSON.stringify([...others, [orderId, token]].slice(-MOST_KEPT)));
  }

  private read(): [string, string][] {
    try {
      const stored: unknown = JSON.parse(this.storage.get(STORAGE_KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return [];
    }
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}

/** `bytes` random bytes as base64url; `crypto.getRandomValues` works outside of secure contexts too. */
export function randomText(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** SHA-256 in hex. `crypto.subtle` is missing outside of secure contexts, hence the library, loaded when first needed. */
export async function sha256Hex(text: string): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const digest = sha256(new TextEncoder().encode(text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
