/**
 * Takes what the catalogue wants out of an unpacked @ledgerhq/cryptoassets package (66 MB, so no dependency):
 *   npm pack @ledgerhq/cryptoassets@13.30.0 && tar xzf ledgerhq-cryptoassets-13.30.0.tgz
 *   node scripts/catalogue/extractCryptoassets.ts package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('Name the directory of the unpacked package');
const manifest: { name: string; version: string } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
const wanted = readWanted();

const tokens = FILES.flatMap(({ network, file, columns }) => {
  const symbols = new Set(wanted.filter((token) => token.network === network).map(({ symbol }) => symbol));
  const rows: Row[] = JSON.parse(readFileSync(join(directory, 'src/data', file), 'utf8'));
  return (
    rows
      .filter((row) => symbols.has(String(row[columns.symbol])))
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
const body = tokens.map((token) => `    ${JSON.stringify(token)}`).join(',\n');
writeFileSync(
  new URL('../../resources/catalogue/cryptoassets.json', import.meta.url),
  `{\n  "source": "${manifest.name} ${manifest.version}",\n  "tokens": [\n${body}\n  ]\n}\n`,
);
console.log(`${tokens.length} tokens taken from ${manifest.name} ${manifest.version}`);
