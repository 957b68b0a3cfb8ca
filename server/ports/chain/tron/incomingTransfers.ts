import { fromBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { SeenTransfer } from '../agreement.ts';
import type { FindDeposits } from '../depositScan.ts';
import { addressToHex } from './tronAddresses.ts';
import type { BlockScanner } from '../blockScanner.ts';
import type { BlockTransaction, TronBlock } from './tronNode.ts';
import { confirmationsOf, type TronHead } from './tronNodes.ts';

export interface IncomingOptions {
  native: CatalogueInstrument;
  /** Contract address in hex → the token of the catalogue */
  tokens: ReadonlyMap<string, CatalogueInstrument>;
  finalAfter: number;
}

/** Transfer 0 is that of the transaction itself. Its logs follow in their order. */
const FIRST_LOG_INDEX = 1;
/** Index of the first internal transaction: more than any number of logs */
const FIRST_INTERNAL_INDEX = 1_000_000;

interface Payment {
  index: number;
  instrument: CatalogueInstrument;
  to: string;
  units: bigint;
}

/** Returns a function that finds payments to the watched addresses in the blocks of one node. Failed transactions are left out. */
export function createFindDeposits({ native, tokens, finalAfter }: IncomingOptions) {
  const paymentsOf = ({ transfer, logs, internal }: BlockTransaction): Payment[] => [
    ...(transfer ? [{ index: 0, instrument: native, ...transfer }] : []),
    ...logs.flatMap(({ contract, to, units, place }) => {
      const instrument = tokens.get(contract);
      return instrument ? [{ index: FIRST_LOG_INDEX + place, instrument, to, units }] : [];
    }),
    ...internal.map(({ to, units, place }) => ({ index: FIRST_INTERNAL_INDEX + place, instrument: native, to, units })),
  ];

  return (scanner: BlockScanner<TronBlock>): FindDeposits<TronHead> =>
    async (watched, from, to, view) => {
      const wanted = new Map(watched.map((address) => [addressToHex(address), address]));
      const blocks = await scanner.scan(from, to);
      const transfers = blocks.flatMap(({ number, hash, time, transactions }) =>
        transactions.flatMap((transaction) =>
          paymentsOf(transaction).flatMap(({ index, instrument, to: payee, units }): SeenTransfer[] => {
            const toAddress = wanted.get(payee);
            if (toAddress === undefined) return [];
            return [
              {
                txHash: transaction.txHash,
                index,
                instrumentSlug: instrument.slug,
                toAddress,
                memo: null,
                amount: fromBaseUnits(units, instrument.decimals),
                blockHeight: number,
                blockTime: time,
                blockHash: hash,
                confirmations: confirmationsOf(number, view, finalAfter),
              },
            ];
          }),
        ),
      );
      const withInternal = new Set(
        blocks.flatMap(({ transactions }) => transactions.flatMap(({ txHash, hasInternal }) => (hasInternal ? [txHash] : []))),
      );
      return {
        transfers,
        readUntil: blocks.at(-1)?.time ?? 0,
        // A node that does not store internal transactions shows none of a transaction, and can't tell that it has some.
        isBlindTo: ({ txHash, index }) => index >= FIRST_INTERNAL_INDEX && !withInternal.has(txHash),
        isBlind: false,
      };
    };
}
