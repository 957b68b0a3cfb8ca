import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { KeyValueStorage, Platform } from '../../../contract/platform.ts';
import { isOver, keepsOrders, readRecords } from './orderRecords.ts';

const STORAGE_KEY = 'order-tokens';
/** More than anybody has open; those of orders that are over go first, then the oldest. */
const MOST_KEPT = 200;

type Entry = [orderId: string, token: string];

/**
 * The secrets that let this browser decide for its orders (D3): 256 random bits, of which the host knows the hash only.
 * `keep` remembers one on the device; `lend` for as long as the tab lives, which is how a pass of another device is opened.
 * An order can have several, for a pass may be wrong: {@link use} finds the one that the host takes.
 */
export class OrderTokens {
  private readonly device: KeyValueStorage;
  private readonly tab: KeyValueStorage;
  /** Where neither the device nor the tab keeps anything, the page still remembers. */
  private readonly page = new Map<string, string>();
  /** Storage is no observable: this tells those who looked that they must look again. */
  private changes = 0;

  constructor({ storage, sessionStorage }: Pick<Platform, 'storage' | 'sessionStorage'>) {
    this.device = storage;
    this.tab = sessionStorage;
    makeAutoObservable<this, 'device' | 'tab' | 'page'>(
      this,
      { device: false, tab: false, page: false, all: false, get: false, isLent: false },
      { autoBind: true },
    );
  }

  /** The first of {@link all}; null when this browser may only look. */
  get(orderId: string): string | null {
    return this.all(orderId)[0] ?? null;
  }

  /** Every secret there is for an order: the device's own before those of the tab. */
  all(orderId: string): string[] {
    void this.changes;
    const found = [...read(this.device), ...read(this.tab), ...this.page].filter(([id]) => id === orderId);
    return [...new Set(found.map(([, token]) => token))];
  }

  /** True when there are secrets of this order, and all of them go with the tab. */
  isLent(orderId: string): boolean {
    return this.get(orderId) !== null && !read(this.device).some(([id]) => id === orderId);
  }

  /** Remembers on the device; for the tab only where the customer wants nothing kept on it. True when it is on the device. */
  keep(orderId: string, token: string): boolean {
    if (keepsOrders(this.device)) return this.write(this.device, [orderId, token]);
    this.lend(orderId, token);
    return false;
  }

  lend(orderId: string, token: string): void {
    this.write(this.tab, [orderId, token]);
  }

  /** Forgets every secret of an order, or of all orders. Where there is no other copy, nobody can decide for it any more. */
  forget(orderId?: string): void {
    for (const storage of [this.device, this.tab]) {
      const others = orderId === undefined ? [] : read(storage).filter(([id]) => id !== orderId);
      if (others.length > 0) storage.set(STORAGE_KEY, JSON.stringify(others));
      else storage.remove(STORAGE_KEY);
    }
    if (orderId === undefined) this.page.clear();
    else this.page.delete(orderId);
    this.changes += 1;
  }

  /**
   * Makes a call that is the holder's (accept, refund, claim), with one secret after the other until the host takes one; the
   * others were wrong and are forgotten. Without any it is made without: a host that knows no tokens wants none. Rejects as
   * the last call did.
   */
  async use<Answer>(orderId: string, call: (options: { orderToken?: string }) => Promise<Answer>): Promise<Answer> {
    const [first, ...others] = this.all(orderId);
    if (first === undefined) return await call({});
    try {
      return await call({ orderToken: first });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ERR_ORDER_TOKEN_REQUIRED') throw error;
      for (const token of others) {
        const answer = await call({ orderToken: token }).catch(onlyIfRefused);
        if (answer === REFUSED) continue;
        runInAction(() => this.prove(orderId, token));
        return answer;
      }
      throw error;
    }
  }

  /** The host took this one. */
  private prove(orderId: string, token: string): void {
    const wasKept = !this.isLent(orderId);
    this.forget(orderId);
    if (wasKept) this.keep(orderId, token);
    else this.lend(orderId, token);
  }

  private write(storage: KeyValueStorage, [orderId, token]: Entry): boolean {
    const others = read(storage).filter(([id, known]) => id !== orderId || known !== token);
    const isWritten = storage.set(STORAGE_KEY, JSON.stringify([...this.fitting(others), [orderId, token]]));
    if (!isWritten) this.page.set(orderId, token);
    this.changes += 1;
    return isWritten;
  }

  /** Those beside which there is room for one more: what an order that is still open could be decided with goes last. */
  private fitting(entries: Entry[]): Entry[] {
    if (entries.length < MOST_KEPT) return entries;
    const over = new Set(readRecords(this.device).flatMap((record) => (isOver(record) ? record.orderId : [])));
    const [ended, open] = [true, false].map((isEnded) => entries.filter(([id]) => over.has(id) === isEnded));
    const going = new Set([...(ended ?? []), ...(open ?? [])].slice(0, 1 - MOST_KEPT));
    return entries.filter((entry) => !going.has(entry));
  }
}

const REFUSED = Symbol('refused');

function onlyIfRefused(error: unknown): typeof REFUSED {
  if (error instanceof ApiError && error.code === 'ERR_ORDER_TOKEN_REQUIRED') return REFUSED;
  throw error;
}

function read(storage: KeyValueStorage): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Entry {
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
