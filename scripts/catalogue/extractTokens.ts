/**
 * Takes what the catalogue wants out of unpacked packages with lists of tokens. They are large, so they are no dependencies; all of them
 * allow copies (Apache-2.0 or MIT). The first package that has a token is its source.
 *   npm pack @ledgerhq/cryptoassets@13.30.0 @aave-dao/aave-address-book@4.68.1 @eth-optimism/tokenlist@10.0.1757
 *   for file in *.tgz; do mkdir "${file%.tgz}" && tar xzf "$file" -C "${file%.tgz}"; done
 *   node scripts/catalogue/extractTokens.ts ledgerhq-…/package aave-dao-…/package eth-optimism-…/package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getAddress, isAddress } from 'viem';
import type { PublishedToken } from './publishedTokens.ts';
import { readWanted } from './wanted.ts';

type Row = readonly (string | number | boolean | null)[];
interface ListFile {
  network: string;
  file: string;
  /** Columns of symbol, name, contract, decimals; `policy` is Cardano's, whose contract has two parts */
  columns: { symbol: number; name: number; contract: number; decimals: number; policy?: number };
}

const EVM = { ethereum: 1, optimism: 10, cronos: 25, bsc: 56, polygon: 137, sonic: 146, zksync: 324 };
const ROLLUPS = { base: 8453, arbitrum: 42_161, celo: 42_220, avalanche: 43_114, linea: 59_144, scroll: 534_352 };

const FILES: ListFile[] = [
  ...Object.entries({ ...EVM, ...ROLLUPS }).map(([network, chainId]) => ({
    network,
    file: `evm/${chainId}/erc20.json`,
    columns: { symbol: 2, name: 4, contract: 6, decimals: 3 },
  })),
  { network: 'tron', file: 'trc20.json', columns: { symbol: 1, name: 2, contract: 3, decimals: 4 } },
  { network: 'solana', file: 'spl.json', columns: { symbol: 3, name: 2, contract: 4, decimals: 5 } },
  { network: 'ton', file: 'ton-jetton.json', columns: { symbol: 2, name: 1, contract: 0, decimals: 3 } },
  { network: 'stellar', file: 'stellar.json', columns: { symbol: 3, name: 3, contract: 1, decimals: 4 } },
  { network: 'algorand', file: 'asa.json', columns: { symbol: 1, name: 2, contract: 0, decimals: 4 } },
  { network: 'hedera', file: 'hedera.json', columns: { symbol: 3, name: 2, contract: 1, decimals: 5 } },
  { network: 'aptos', file: 'apt_fungible_asset.json', columns: { symbol: 1, name: 2, contract: 3, decimals: 4 } },
  { network: 'sui', file: 'sui.json', columns: { symbol: 2, name: 1, contract: 3, decimals: 4 } },
  { network: 'cardano', file: 'cardanoNative.json', columns: { symbol: 4, name: 3, policy: 1, contract: 2, decimals: 5 } },
];

/** Networks by their number in token lists */
const NETWORKS = new Map(
  Object.entries({ ...EVM, ...ROLLUPS, unichain: 130, monad: 143, xlayer: 196 }).map(([network, id]) => [id, network] as const),
);

interface TokenList {
  tokens: { chainId: number; address: string; name: string; symbol: string; decimals: number; tags?: string[] }[];
}

const LISTS: Readonly<Record<string, string>> = {
  '@aave-dao/aave-address-book': 'tokenlist.json',
  '@eth-optimism/tokenlist': 'dist/index.js',
};

const directories = process.argv.slice(2);
if (directories.length === 0) throw new Error('Name the directories of the unpacked packages');
const wanted = readWanted();
const isWanted = (network: string, symbol: string): boolean =>
  wanted.some((token) => token.network === network && token.symbol === symbol);

function ofLedger(directory: string): Omit<PublishedToken, 'source'>[] {
  return FILES.flatMap(({ network, file, columns }) => {
    const rows: Row[] = JSON.parse(readFileSync(join(directory, 'src/data', file), 'utf8'));
    return (
      rows
        // TRON's list holds TRC-10 tokens too, under their numbers and with their issuer in the place of a contract.
        .filter((row) => network !== 'tron' || !/^\d+$/.test(String(row[0])))
        .map((row) => {
          const contract = (columns.policy === undefined ? '' : String(row[columns.policy])) + String(row[columns.contract]);
          return {
            network,
            symbol: String(row[columns.symbol]),
            name: String(row[columns.name]),
            // Stellar's list has the issuer in lower case, which is base32: the same key.
            contract: network === 'stellar' ? contract.toUpperCase() : contract,
            decimals: Number(row[columns.decimals]),
          };
        })
    );
  });
}

function ofTokenList(path: string): Omit<PublishedToken, 'source'>[] {
  const read: unknown = createRequire(import.meta.url)(path);
  const list = (read instanceof Object && 'default' in read ? read.default : read) as TokenList;
  return list.tokens.flatMap(({ chainId, address: contract, name, symbol, decimals }) => {
    const network = NETWORKS.get(chainId);
    return network === undefined ? [] : [{ network, symbol, name, contract, decimals }];
  });
}

const tokens = new Map<string, PublishedToken>();
for (const directory of directories) {
  const manifest: { name: string; version: string } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const list = LISTS[manifest.name];
  const source = `${manifest.name} ${manifest.version}`;
  for (const token of list === undefined ? ofLedger(directory) : ofTokenList(join(directory, list))) {
    const contract = isAddress(token.contract, { strict: false }) ? getAddress(token.contract) : token.contract;
    const key = `${token.network}:${contract}`;
    if (isWanted(token.network, token.symbol) && !tokens.has(key)) tokens.set(key, { ...token, contract, source });
  }
}
const body = [...tokens.values()].map((token) => `  ${JSON.stringify(token)}`).join(',\n');
writeFileSync(new URL('../../resources/catalogue/publishedTokens.json', import.meta.url), `[\n${body}\n]\n`);
console.log(`${tokens.size} tokens taken from ${directories.length} packages`);
