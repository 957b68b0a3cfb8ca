/**
 * `npm run catalogue` writes `resources/catalogue/instruments.json` and `resources/market/snapshot.json` from the published token lists
 * and from what is maintained by hand: `coins.json`, `natives.json` and `networks.json`, wanted tokens and transfer rules. It also writes
 * `resources/countries.json` and the logos of coins and networks.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import coinRows from '../resources/catalogue/coins.json' with { type: 'json' };
import natives from '../resources/catalogue/natives.json' with { type: 'json' };
import type { CatalogueInstrument, Network } from '../server/instruments/catalogue.ts';
import { writeCountries } from './catalogue/countries.ts';
import { readLogo } from './catalogue/logoSources.ts';
import { openPublishedTokens } from './catalogue/publishedTokens.ts';
import { readTransferRules } from './catalogue/transferRules.ts';
import { readWanted } from './catalogue/wanted.ts';

const resources = new URL('../resources/', import.meta.url);
const LOGOS = 'public/static/coins/';
/** On these networks first, when a coin lives on several; what BNB Smart Chain has of other chains' coins is a stand-in for them. */
const COIN_NETWORKS = ['ethereum', 'solana', 'arbitrum', 'base', 'optimism', 'polygon', 'bsc'];
const STABLECOIN_NETWORKS = ['tron', 'ethereum', 'bsc', 'solana', 'ton', 'polygon', 'arbitrum', 'base', 'optimism'];
/** How far down the list the next network of a stablecoin is ranked. Customers hold stablecoins on several networks. */
const STABLECOIN_STEP = 5;
const COIN_STEP = 25;

const networks: Network[] = JSON.parse(readFileSync(new URL('catalogue/networks.json', resources), 'utf8'));
const networkBySlug = new Map(networks.map((network) => [network.slug, network]));
const coins = new Map(coinRows.map((coin, rank): [string, Coin] => [coin.ticker, { ...coin, rank }]));
if (coins.size < coinRows.length) throw new Error('coins.json has a ticker twice');
const findToken = openPublishedTokens();
const transferRules = readTransferRules();

/** A coin of `coins.json`, which has the most popular one first */
interface Coin {
  ticker: string;
  name: string;
  /** USD for 1 in the embedded market. Plausible; no customer is ever charged by it (D13). */
  price: string;
  /** Decimals that customers see */
  precisionDecimals: number;
  /** Words by which customers find it, also in Russian */
  aliases: string[];
  /** 0 is the most popular */
  rank: number;
}

interface Draft {
  slug: string;
  coin: Coin;
  network: Network;
  decimals: number;
  contract: string | null;
  source: string | null;
}

function draft(
  slug: string,
  ticker: string,
  networkSlug: string,
  decimals: number,
  contract: string | null,
  source: string | null,
): Draft {
  const coin = coins.get(ticker);
  const network = networkBySlug.get(networkSlug);
  if (!coin) throw new Error(`${slug}: coins.json has no ${ticker}`);
  if (!network) throw new Error(`${slug}: networks.json has no ${networkSlug}`);
  return { slug, coin, network, decimals, contract, source };
}

const drafts: Draft[] = [
  ...natives.map(({ slug, ticker, network, decimals }) => draft(slug, ticker, network, decimals, null, null)),
  ...readWanted().map((wanted) => {
    const token = findToken(wanted);
    return draft(wanted.slug, wanted.ticker, wanted.network, token.decimals, token.contract, token.source);
  }),
];

const isStablecoin = (coin: Coin): boolean => coin.aliases.includes('stablecoin');

/** Returns the rank of a network of a coin: first its own network, then the preferred ones. */
function networkPlace({ slug, coin, network }: Draft): number {
  const order = isStablecoin(coin) ? STABLECOIN_NETWORKS : COIN_NETWORKS;
  const place = (candidate: Draft): number => {
    if (candidate.contract === null && candidate.slug === coin.ticker.toLowerCase()) return -1;
    const preferred = order.indexOf(candidate.network.slug);
    return preferred >= 0 ? preferred : order.length + networks.indexOf(candidate.network);
  };
  const own = drafts.filter((candidate) => candidate.coin === coin).toSorted((left, right) => place(left) - place(right));
  return own.findIndex((candidate) => candidate.slug === slug && candidate.network === network);
}

/** The code by which exchange listings know the instrument: the bare ticker for a coin at home, else ticker and network. */
function listingCode(entry: Draft, isAtHome: boolean): string {
  if (entry.network.family === 'fiat') return `CARD${entry.coin.ticker}`;
  return isAtHome && (entry.contract === null || !isStablecoin(entry.coin))
    ? entry.coin.ticker.toUpperCase()
    : entry.slug.toUpperCase();
}

function networkAliases({ network, contract }: Draft): string[] {
  const standards: Readonly<Record<string, string[]>> = {
    tron: ['trc', 'trc-20', 'tron', 'трон'],
    ethereum: ['erc', 'erc-20', 'ethereum', 'эфириум'],
    bsc: ['bep', 'bep-20', 'bsc', 'binance', 'бинанс'],
    solana: ['spl', 'solana', 'солана'],
    ton: ['jetton', 'тон'],
    arbitrum: ['arb'],
    avalanche: ['avax', 'c-chain'],
  };
  return contract === null ? [] : (standards[network.slug] ?? []);
}

const ranked = drafts
  .map((entry) => {
    const place = networkPlace(entry);
    const step = isStablecoin(entry.coin) ? STABLECOIN_STEP : COIN_STEP;
    return { entry, place, score: entry.coin.rank + place * step + (entry.network.family === 'fiat' ? 10_000 : 0) };
  })
  .toSorted((left, right) => left.score - right.score || left.entry.coin.rank - right.entry.coin.rank);

const instruments = ranked.map(({ entry, place }, index): CatalogueInstrument => {
  const { slug, coin, network, decimals, contract, source } = entry;
  const rules = transferRules.get(slug);
  const logo = `${coin.ticker.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.svg`;
  return {
    slug,
    currencyTitle: coin.ticker,
    currencyFriendlyTitle: coin.name,
    network: network.slug,
    type: network.family === 'fiat' ? 'fiat' : 'crypto',
    requiresMemo: network.memoName !== null,
    precisionDecimals: Math.min(coin.precisionDecimals, decimals),
    decimals,
    contractAddress: contract,
    contractSource: source,
    ...(rules && { transferRules: rules }),
    bestChangeName: listingCode(entry, place === 0),
    marketSymbol: coin.ticker,
    logo: readLogo(logo) === undefined ? null : logo,
    aliases: [...coin.aliases, ...networkAliases(entry)],
    popularity: index + 1,
  };
});

const used = new Set(instruments.map(({ marketSymbol }) => marketSymbol));
const idle = [...coins.keys()].filter((ticker) => !used.has(ticker));
if (idle.length > 0) throw new Error(`No instrument uses ${idle.join(', ')} of coins.json`);

const unknownSlugs = [...transferRules.keys()].filter((slug) => !instruments.some((instrument) => instrument.slug === slug));
if (unknownSlugs.length > 0) throw new Error(`No instrument is called ${unknownSlugs.join(', ')}, as transferRules.ts says`);

const lines = (entries: readonly unknown[]): string =>
  `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;

const snapshot = {
  date: '2026-11-20',
  note: 'Starting values of the embedded market: plausible, and no quotes of any exchange. USD for 1.',
  prices: Object.fromEntries([...coins.values()].map(({ ticker, price }) => [ticker, price])),
};

function readNamedLogo(name: string): string {
  const svg = readLogo(name);
  if (svg === undefined) throw new Error(`The catalogue names ${name}, which no logo package has`);
  return svg;
}

const logos = new Set([...networks, ...instruments].flatMap(({ logo }) => logo ?? []));

/** Path under `resources/` → text of each generated file. */
export const GENERATED_FILES: Readonly<Record<string, string>> = {
  'catalogue/instruments.json': lines(instruments),
  'market/snapshot.json': `${JSON.stringify(snapshot, null, 2)}\n`,
  'countries.json': writeCountries(),
  ...Object.fromEntries([...logos].map((name) => [LOGOS + name, readNamedLogo(name)])),
};

if (import.meta.main) {
  rmSync(new URL(LOGOS, resources), { recursive: true, force: true });
  mkdirSync(new URL(LOGOS, resources), { recursive: true });
  for (const [path, text] of Object.entries(GENERATED_FILES)) writeFileSync(new URL(path, resources), text);
  const withoutLogo = instruments.filter(({ logo }) => logo === null).length;
  console.log(`${instruments.length} instruments on ${networks.length} networks, ${withoutLogo} without a logo`);
}
