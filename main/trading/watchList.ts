import { WatchedPairSchema, type WatchedPair } from '../../contract/schemas/trading.ts';
import { pairKey } from '../../contract/desktop/watchedRate.ts';
import type { Transport } from '../../contract/platform.ts';
import { MAX_WATCHED_PAIRS } from '../../contract/limits.ts';
import { openStoredList } from '../storage/storedList.ts';

/** The pairs whose rates the customer watches, in the customer's order. */
export interface WatchList {
  list(): WatchedPair[];
  /** Replaces the list. A pair that occurs twice is kept once. */
  save(pairs: readonly WatchedPair[]): void;
}

interface Dependencies {
  file: string;
  api: Transport;
  onChange: (pairs: WatchedPair[]) => void;
  /** The list could not be stored, so a restart loses the change. */
  onUnsaved: (error: unknown) => void;
}

/** The coins of the first list, most popular first, each against a stablecoin. */
const FIRST_COINS = ['btc', 'eth', 'sol', 'xmr', 'ton', 'ltc', 'xrp', 'trx', 'bnb', 'doge'];
const STABLECOIN = 'usdttrc20';

/** Opens the list. On the first start it gets those popular pairs that the host offers. */
export function openWatchList({ file, api, onChange, onUnsaved }: Dependencies): WatchList {
  const stored = openStoredList(file, WatchedPairSchema, { maxItems: MAX_WATCHED_PAIRS, onFailure: onUnsaved });
  const found = stored.read();
  let pairs = found ?? [];
  const change = (next: WatchedPair[]): void => {
    pairs = next;
    stored.write(pairs);
    onChange(pairs);
  };
  let isUntouched = found === null;
  const suggest = async (): Promise<void> => {
    const slugs = new Set((await api.call('instruments.list', {})).map(({ slug }) => slug));
    const offered = FIRST_COINS.filter((slug) => slugs.has(slug) && slugs.has(STABLECOIN));
    if (isUntouched && offered.length > 0) change(offered.map((from) => ({ from, to: STABLECOIN })));
  };
  // Without an answer the list stays empty, and the next start tries again.
  if (isUntouched) void suggest().catch(() => undefined);
  return {
    list: () => pairs,
    save: (next) => {
      isUntouched = false;
      change([...new Map(next.map((pair) => [pairKey(pair), pair])).values()]);
    },
  };
}
