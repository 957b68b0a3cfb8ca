import { makeAutoObservable, observableRef } from 'mobx';
import { isMoney } from '../../../contract/fiat/money.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';
import { cardTermsGroup } from '../fiat/cardTermsGroup.ts';
import { storeGroup } from '../storeGroup.ts';
import { indexInstruments, searchInstruments, type SearchIndex } from './searchInstruments.ts';
import { readStoredList } from '../storedJson.ts';

const STORAGE_KEY = 'recent-instruments';
const MOST_RECENT = 4;
const MOST_POPULAR = 10;
const MOST_NETWORKS = 12;

export interface SelectorSections {
  /** Money that buys a coin with a card; nothing is sold for it. */
  money: string[];
  recent: string[];
  popular: string[];
  /** The remaining instruments; with a search, all matches that are not recent. */
  all: string[];
}

interface Dependencies {
  instruments: InstrumentStore;
  storage: KeyValueStorage;
  /** The slugs of the money that buys a coin with a card. Observable. */
  takenMoney: () => readonly string[];
}

/** The coin selector's list: search, network filter, and coins chosen recently on this device. */
export class SelectorStore {
  query = '';
  network: string | null = null;
  recent: string[] = [];
  index: SearchIndex = [];
  moneyIndex: SearchIndex = [];
  /** Counts openings. Each one starts with a new list, scrolled to the top. */
  round = 0;
  #indexed: unknown = null;
  readonly #instruments: InstrumentStore;
  readonly #storage: KeyValueStorage;

  readonly #takenMoney: () => readonly string[];

  constructor({ instruments, storage, takenMoney }: Dependencies) {
    this.#instruments = instruments;
    this.#takenMoney = takenMoney;
    this.#storage = storage;
    makeAutoObservable(this, { index: observableRef, moneyIndex: observableRef, recent: observableRef }, { autoBind: true });
  }

  /**
   * Builds the search index once, before the dialog opens. Leaves out networks that the host never configured. Paused instruments are
   * listed.
   */
  prepare(): void {
    const { bySlug } = this.#instruments;
    if (this.#indexed === bySlug) return;
    this.#indexed = bySlug;
    const listed = [...bySlug.values()].filter(({ isActive, inactiveReason }) => isActive || inactiveReason !== 'NOT_CONFIGURED');
    this.index = indexInstruments(listed.filter(({ slug }) => !isMoney(slug)));
    this.moneyIndex = indexInstruments([...bySlug.values()].filter(({ slug }) => isMoney(slug)));
  }

  get sections(): SelectorSections {
    const found = searchInstruments(this.index, this.query, this.network);
    const known = new Set(found);
    const recent = this.recent.filter((slug) => known.has(slug));
    const rest = found.filter((slug) => !recent.includes(slug));
    const money = this.network === null ? this.findMoney() : [];
    if (this.query.trim() !== '') return { money, recent, popular: [], all: rest };
    return { money, recent, popular: rest.slice(0, MOST_POPULAR), all: rest.slice(MOST_POPULAR) };
  }

  /** Networks sorted by their number of coins, at most {@link MOST_NETWORKS}. */
  get networks(): { id: string; title: string }[] {
    const counted = new Map<string, { title: string; coins: number }>();
    for (const { network } of this.#instruments.list) {
      if (!network || network.family === 'fiat') continue;
      const known = counted.get(network.slug);
      counted.set(network.slug, { title: network.friendlyTitle, coins: (known?.coins ?? 0) + 1 });
    }
    return [...counted]
      .toSorted(([, left], [, right]) => right.coins - left.coins)
      .slice(0, MOST_NETWORKS)
      .map(([id, { title }]) => ({ id, title }));
  }

  private findMoney(): string[] {
    const taken = this.#takenMoney();
    return searchInstruments(this.moneyIndex, this.query, null).filter((slug) => taken.includes(slug));
  }

  readRecent(): void {
    this.recent = read(this.#storage);
  }

  /** Resets search and network and reads the recent coins, after the dialog closed. */
  reset(): void {
    this.query = '';
    this.network = null;
    this.readRecent();
    this.round += 1;
  }

  search(query: string): void {
    this.query = query;
  }

  narrow(network: string | null): void {
    this.network = network;
  }

  remember(slug: string): void {
    if (isMoney(slug)) return;
    const recent = [slug, ...read(this.#storage).filter((known) => known !== slug)].slice(0, MOST_RECENT);
    this.#storage.set(STORAGE_KEY, JSON.stringify(recent));
  }
}

/** The store of the coin selector. Its code loads with the dialog. */
export const selectorGroup = storeGroup((stores) => {
  const { instruments, platform, cardTerms } = cardTermsGroup(stores);
  const takenMoney = () => cardTerms.terms?.currencies.map(({ slug }) => slug) ?? [];
  return { selector: new SelectorStore({ instruments, storage: platform.storage, takenMoney }) };
});

function read(storage: KeyValueStorage): string[] {
  return readStoredList(storage, STORAGE_KEY, (slug) => typeof slug === 'string').slice(0, MOST_RECENT);
}
