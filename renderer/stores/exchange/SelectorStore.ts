import { makeAutoObservable, observableRef } from 'mobx';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';
import type { Side } from './ExchangeStore.ts';
import { indexInstruments, searchInstruments, type SearchIndex } from './searchInstruments.ts';

const STORAGE_KEY = 'recent-instruments';
const MOST_RECENT = 4;
const MOST_POPULAR = 10;
const MOST_NETWORKS = 12;

export interface SelectorSections {
  recent: string[];
  popular: string[];
  /** Everything else, or with a search everything found that is not recent. */
  all: string[];
}

/** What the coin selector lists: search, one network, and what was chosen lately on this device. */
export class SelectorStore {
  query = '';
  network: string | null = null;
  recent: string[] = [];
  index: SearchIndex = [];
  /** The side whose dialog is kept ready to open; null until somebody comes near it. */
  preparedSide: Side | null = null;
  /** Counts the times that it was open: each begins with a list of its own, at its top. */
  round = 0;
  private indexed: unknown = null;
  private readonly instruments: InstrumentStore;
  private readonly storage: KeyValueStorage;

  constructor({ instruments, storage }: { instruments: InstrumentStore; storage: KeyValueStorage }) {
    this.instruments = instruments;
    this.storage = storage;
    makeAutoObservable<this, 'instruments' | 'storage' | 'indexed'>(
      this,
      { instruments: false, storage: false, indexed: false, index: observableRef, recent: observableRef },
      { autoBind: true },
    );
  }

  /**
   * Builds the search index; done before the dialog opens, and kept. Fiat money has no place in a swap of coins (D27), nor
   * has a network that this host was never set up for: a paused one is listed, because it comes back.
   */
  prepare(): void {
    const { bySlug } = this.instruments;
    if (this.indexed === bySlug) return;
    this.indexed = bySlug;
    const isListed = ({ instrumentType, isActive, inactiveReason }: Instrument) =>
      instrumentType !== 'fiat' && (isActive || inactiveReason !== 'NOT_CONFIGURED');
    this.index = indexInstruments([...bySlug.values()].filter(isListed));
  }

  get sections(): SelectorSections {
    const found = searchInstruments(this.index, this.query, this.network);
    const known = new Set(found);
    const recent = this.recent.filter((slug) => known.has(slug));
    const rest = found.filter((slug) => !recent.includes(slug));
    if (this.query.trim() !== '') return { recent, popular: [], all: rest };
    return { recent, popular: rest.slice(0, MOST_POPULAR), all: rest.slice(MOST_POPULAR) };
  }

  /** Networks with most coins among the popular ones come first. */
  get networks(): { id: string; title: string }[] {
    const counted = new Map<string, { title: string; coins: number }>();
    for (const { network } of this.instruments.list) {
      if (!network || network.family === 'fiat') continue;
      const known = counted.get(network.slug);
      counted.set(network.slug, { title: network.friendlyTitle, coins: (known?.coins ?? 0) + 1 });
    }
    return [...counted]
      .toSorted(([, left], [, right]) => right.coins - left.coins)
      .slice(0, MOST_NETWORKS)
      .map(([id, { title }]) => ({ id, title }));
  }

  /** Somebody comes near the coin of this side: what was chosen before on this device is read. */
  prepareSide(side: Side): void {
    this.prepare();
    if (this.preparedSide === null) this.recent = read(this.storage);
    this.preparedSide = side;
  }

  /** The dialog was closed: the next one begins with an empty search, all networks and what was chosen now. */
  reset(): void {
    this.query = '';
    this.network = null;
    this.recent = read(this.storage);
    this.round += 1;
  }

  search(query: string): void {
    this.query = query;
  }

  narrow(network: string | null): void {
    this.network = network;
  }

  remember(slug: string): void {
    const recent = [slug, ...read(this.storage).filter((known) => known !== slug)].slice(0, MOST_RECENT);
    this.storage.set(STORAGE_KEY, JSON.stringify(recent));
  }
}

function read(storage: KeyValueStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((slug): slug is string => typeof slug === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}
