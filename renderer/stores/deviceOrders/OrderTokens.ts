import { ORDER_TOKENS_KEY } from '../../../contract/desktop/storedKeys.ts';
import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { KeyValueStorage, Platform } from '../../../contract/platform.ts';
import { isOver, storesOrders, readRecords } from './orderRecords.ts';
import { readStoredList } from '../storedJson.ts';

/** Maximum number of stored tokens. Those of ended orders are dropped first, then the oldest. */
const MAX_STORED = 200;

type Entry = [orderId: string, token: string];

/**
 * The order tokens of this browser (D3): 256 random bits each, of which the host knows only the hash. `store` saves a token on
 * the device. `storeForTab` saves it for the tab, which is used for passes from other devices. An order can have several tokens,
 * because a pass may be wrong: {@link use} finds the valid one.
 */
export class OrderTokens {
  readonly #device: KeyValueStorage;
  readonly #tab: KeyValueStorage;
  /** Used when neither device nor tab can store anything. */
  readonly #page = new Map<string, string>();
  /** Storage is not observable. Changing this counter notifies the observers. */
  private changes = 0;

  constructor({ storage, sessionStorage }: Pick<Platform, 'storage' | 'sessionStorage'>) {
    this.#device = storage;
    this.#tab = sessionStorage;
    makeAutoObservable(this, { all: false, get: false, isTabOnly: false, isPageOnly: false }, { autoBind: true });
  }

  /** Returns the first of {@link all}, or null when this browser is read-only. */
  get(orderId: string): string | null {
    return this.all(orderId)[0] ?? null;
  }

  /** Returns every token of an order, those of the device before those of the tab. */
  all(orderId: string): string[] {
    void this.changes;
    const found = [...read(this.#device), ...read(this.#tab), ...this.#page].filter(([id]) => id === orderId);
    return [...new Set(found.map(([, token]) => token))];
  }

  /** True when the order has tokens and all of them are for this tab only. */
  isTabOnly(orderId: string): boolean {
    return this.get(orderId) !== null && !read(this.#device).some(([id]) => id === orderId);
  }

  /** True when neither device nor tab could store the order's tokens: they are lost with the page. */
  isPageOnly(orderId: string): boolean {
    return this.isTabOnly(orderId) && !read(this.#tab).some(([id]) => id === orderId);
  }

  /**
   * Stores a token on the device, or for the tab when storing is switched off or the device is full. Returns true when it is on the
   * device.
   */
  store(orderId: string, token: string): boolean {
    if (storesOrders(this.#device) && this.write(this.#device, [orderId, token])) return true;
    this.storeForTab(orderId, token);
    return false;
  }

  storeForTab(orderId: string, token: string): void {
    if (this.write(this.#tab, [orderId, token])) return;
    this.#page.set(orderId, token);
    this.changes += 1;
  }

  /** Stores the tokens of one order for another order with the same token (D63), for as long as the first has them. */
  share(from: string, to: string): void {
    const isTabOnly = this.isTabOnly(from);
    const known = this.all(to);
    for (const token of this.all(from)) {
      if (known.includes(token)) continue;
      if (isTabOnly) this.storeForTab(to, token);
      else this.store(to, token);
    }
  }

  /** Deletes every token of an order, or of all orders. Without another copy, decisions for the order are impossible. */
  forget(orderId?: string): void {
    for (const storage of [this.#device, this.#tab]) {
      const others = orderId === undefined ? [] : read(storage).filter(([id]) => id !== orderId);
      if (others.length > 0) storage.set(ORDER_TOKENS_KEY, JSON.stringify(others));
      else storage.remove(ORDER_TOKENS_KEY);
    }
    if (orderId === undefined) this.#page.clear();
    else this.#page.delete(orderId);
    this.changes += 1;
  }

  /**
   * Makes a call that requires the token (accept, refund, claim). Tries one token after the other until the host accepts one, and
   * deletes the others. Without a token it calls without one, because some hosts use no tokens. Rejects with the host's error.
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
        runInAction(() => this.deleteOthers(orderId, token));
        return answer;
      }
      throw error;
    }
  }

  /** Deletes all tokens of the order but the one that the host accepted. */
  private deleteOthers(orderId: string, token: string): void {
    const wasStored = !this.isTabOnly(orderId);
    this.forget(orderId);
    if (wasStored) this.store(orderId, token);
    else this.storeForTab(orderId, token);
  }

  private write(storage: KeyValueStorage, [orderId, token]: Entry): boolean {
    const others = read(storage).filter(([id, known]) => id !== orderId || known !== token);
    const isWritten = storage.set(ORDER_TOKENS_KEY, JSON.stringify([...this.dropSurplus(others), [orderId, token]]));
    this.changes += 1;
    return isWritten;
  }

  /** Returns the tokens that can be stored beside a new one. Tokens of open orders are dropped last. */
  private dropSurplus(entries: Entry[]): Entry[] {
    if (entries.length < MAX_STORED) return entries;
    const over = new Set(readRecords(this.#device).flatMap((record) => (isOver(record) ? record.orderId : [])));
    const [ended, open] = [true, false].map((isEnded) => entries.filter(([id]) => over.has(id) === isEnded));
    const dropped = new Set([...(ended ?? []), ...(open ?? [])].slice(0, 1 - MAX_STORED));
    return entries.filter((entry) => !dropped.has(entry));
  }
}

const REFUSED = Symbol('refused');

function onlyIfRefused(error: unknown): typeof REFUSED {
  if (error instanceof ApiError && error.code === 'ERR_ORDER_TOKEN_REQUIRED') return REFUSED;
  throw error;
}

const read = (storage: KeyValueStorage): Entry[] => readStoredList(storage, ORDER_TOKENS_KEY, isEntry);

function isEntry(entry: unknown): entry is Entry {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}

/** Returns the SHA-256 in hex. `crypto.subtle` is missing outside secure contexts, so a library is loaded on demand. */
export async function sha256Hex(text: string): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const digest = sha256(new TextEncoder().encode(text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
