import type { Instrument } from '../../../../../contract/api/instruments.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../../../../contract/limits.ts';
import { finishAmount, readTypedAmount } from '../../../../../contract/amountInput.ts';
import type { LocaleCode } from '../../../../../contract/paths/locales.ts';
import type { Decimal } from '../../../../../contract/money.ts';
import { inactiveOn } from '../../../../stores/exchange/inactiveSide.ts';
import { searchInstruments, type SearchIndex } from '../../../../stores/exchange/searchInstruments.ts';

/** Coins by their search index and by their slug. */
export interface Coins {
  index: SearchIndex;
  bySlug: ReadonlyMap<string, Instrument>;
}

export interface WantedExchange {
  from: Instrument;
  to: Instrument;
  /** In `from`; null: none was typed. */
  amount: Decimal | null;
}

/** Words of a sentence that name no coin. */
const FILLERS = new Set(['to', 'for', 'into', 'exchange', 'swap', 'в', 'на', 'за', 'из', 'обмен', 'обменять', 'поменять']);
const MOST_COINS = 3;
const MOST_EXCHANGES = 4;

/**
 * Reads an amount and two coins: "0.2 eth btc", "0,2 эфир в биткоин", "eth/btc". Returns the exchanges that the text can mean, the
 * likeliest first; empty if it means none. Without an amount both coins must be named in full, because short words begin the names
 * of many coins.
 */
export function readExchange(query: string, coins: Coins, language: LocaleCode): WantedExchange[] {
  const { amount, other, words } = split(query, language);
  const isNamed = amount !== null;
  for (let length = 1; length < words.length; length += 1) {
    const froms = coinsOf(words.slice(0, length), 'send', coins, isNamed);
    const tos = coinsOf(words.slice(length), 'receive', coins, isNamed);
    const exchanges = froms.flatMap((from, first) => tos.map((to, second) => ({ from, to, amount, distance: first + second })));
    const possible = exchanges.filter(({ from, to }) => from.slug !== to.slug);
    if (possible.length === 0) continue;
    const wanted = possible
      .toSorted((left, right) => left.distance - right.distance)
      .slice(0, MOST_EXCHANGES)
      .map(({ from, to }) => ({ from, to, amount }));
    // "1,500" is 1.5 as in the fields of the form, or else 1,500 (D58).
    return other === null ? wanted : wanted.flatMap((one, place) => (place === 0 ? [one, { ...one, amount: other }] : one));
  }
  return [];
}

/** Returns the coins that a text of one coin names in full, with the amount before it if there is one: "0.2 eth". */
export function readCoin(query: string, coins: Coins, language: LocaleCode): { coin: Instrument; amount: Decimal | null }[] {
  const { amount, words } = split(query, language);
  if (words.length === 0) return [];
  return coinsOf(words, 'send', coins, amount !== null).map((coin) => ({ coin, amount }));
}

interface Sentence {
  amount: Decimal | null;
  /** The other amount that the figures can stand for */
  other: Decimal | null;
  words: string[];
}

function split(query: string, language: LocaleCode): Sentence {
  const separated = query
    .toLowerCase()
    .replace(/->|[→>/]/g, ' ')
    // "0.2eth", but not "1inch"
    .replace(/(^|\s)(\d*[.,]\d+)(?=\p{L})/gu, '$1$2 ');
  const words = separated.split(/\s+/).filter((word) => word !== '' && !FILLERS.has(word));
  const place = words.findIndex((word) => /^[\d.,]+$/.test(word));
  if (place === -1) return { amount: null, other: null, words };
  const { amount, other } = readTypedAmount(words[place] ?? '', { language, decimals: CLAIMED_DEPOSIT_DECIMALS });
  return { amount: finishAmount(amount), other: other && finishAmount(other), words: words.toSpliced(place, 1) };
}

function coinsOf(
  words: readonly string[],
  side: 'send' | 'receive',
  { index, bySlug }: Coins,
  withBeginnings: boolean,
): Instrument[] {
  const found = searchInstruments(index, words.join(' '), null).flatMap((slug) => bySlug.get(slug) ?? []);
  const named = found.filter((coin) => isNamedIn(coin, words));
  // "btc" is Bitcoin, not BTCB.
  const wanted = named.length > 0 || !withBeginnings ? named : found;
  return wanted.filter((coin) => inactiveOn(coin, side) === null).slice(0, MOST_COINS);
}

function isNamedIn({ currencyTitle, currencyFriendlyTitle, slug, aliases = [] }: Instrument, words: readonly string[]): boolean {
  const names = [currencyTitle, currencyFriendlyTitle, slug, ...aliases].map((name) => name.toLowerCase());
  return words.some((word) => names.includes(word));
}
