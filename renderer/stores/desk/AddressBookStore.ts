import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AddressBookAnswer } from '../../../contract/ipc.ts';
import type { AddressBook } from '../../../contract/platform.ts';
import type { AddressEntry, NewAddressEntry } from '../../../contract/schemas/trading.ts';
import { storeGroup } from '../storeGroup.ts';

type BookState = 'loading' | 'failed' | AddressBookAnswer['state'];

/** The customer's saved addresses, last used first. */
export class AddressBookStore {
  state: BookState = 'loading';
  entries: readonly AddressEntry[] = [];
  readonly #book: AddressBook;

  constructor({ book }: { book: AddressBook }) {
    this.#book = book;
    makeAutoObservable(this, { entries: observableRef }, { autoBind: true });
  }

  /** Loads the entries and follows changes of other windows. Returns the function that stops it. */
  start(): () => void {
    void this.load();
    return this.#book.onChange(this.show);
  }

  async load(): Promise<void> {
    await this.follow(this.#book.list());
  }

  /** Returns whether the entry was saved. */
  async save(entry: NewAddressEntry): Promise<boolean> {
    return await this.follow(this.#book.save(entry));
  }

  async remove(id: string): Promise<boolean> {
    return await this.follow(this.#book.remove(id));
  }

  /** Starts a new list when the key of the old one is lost. */
  async startOver(): Promise<void> {
    await this.follow(this.#book.startOver());
  }

  /** Counts the use of an address by a new order. Never rejects. */
  async use(address: string): Promise<void> {
    await this.#book.use(address).catch(() => undefined);
  }

  /** Returns the entry with this address of a coin; null if it is not saved. */
  find(instrumentSlug: string, address: string): AddressEntry | null {
    return this.entries.find((entry) => entry.instrumentSlug === instrumentSlug && isSame(entry.address, address)) ?? null;
  }

  private async follow(answer: Promise<AddressBookAnswer>): Promise<boolean> {
    try {
      this.show(await answer);
      return this.state === 'ready';
    } catch {
      runInAction(() => {
        if (this.state === 'loading') this.state = 'failed';
      });
      return false;
    }
  }

  private show(answer: AddressBookAnswer): void {
    this.state = answer.state;
    this.entries = (answer.state === 'ready' ? answer.entries : []).toSorted(
      (left, right) => (right.lastUsedAt ?? '').localeCompare(left.lastUsedAt ?? '') || left.label.localeCompare(right.label),
    );
  }
}

/** The address book; undefined where the platform has none. */
export const addressBookGroup = storeGroup(({ platform }) => ({
  addressBook: platform.addressBook && new AddressBookStore({ book: platform.addressBook }),
}));

/** Hexadecimal addresses ignore case. */
function isSame(left: string, right: string): boolean {
  return left === right || (/^0x[0-9a-f]+$/i.test(left) && left.toLowerCase() === right.toLowerCase());
}
