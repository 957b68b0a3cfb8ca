import { createHash } from 'node:crypto';
import type { AddressIndex } from '../../common/addressIndex.ts';
import { isPooled, requireComplete, TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { add, compare, subtract, sum, type Decimal } from '../../../contract/money.ts';
import { addressFromDigest } from '../../instruments/addresses/index.ts';
import { executorOf, type Database } from '../../db/database.ts';
import { acknowledgeMined, readAcknowledged } from '../../db/repositories/recovery/treasuryCounts.ts';
import type { Network } from '../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  PayerRefusedError,
  RecipientBlockedError,
  type ChainGateway,
  type IncomingTransfer,
  type MovedFrom,
  type SendFence,
  type SendRequest,
  type SendState,
  type TreasuryCount,
} from '../../ports/chain/chainGateway.ts';
import { tokenResidue } from '../../ports/chain/evm/residue.ts';
import { shareFee } from '../../ports/chain/shareFee.ts';

interface Transfer {
  txHash: string;
  /** Index within a transaction that pays several outputs; default 0 */
  index?: number;
  instrument: string;
  to: string;
  memo: string | null;
  amount: Decimal;
  block: number | null;
  /** Timestamp of its block */
  blockTime?: number;
  /** For our sends, the HD index of the paying address */
  fromIndex: AddressIndex | null;
  key: string | null;
  /** The part of the amount that its token kept */
  kept: Decimal;
  /** In the native instrument; "0" for transfers by others */
  fee: Decimal;
}

/** An in-memory network that survives a host restart, as a real one does. */
export interface FakeChain extends Omit<ChainGateway, 'finalAfter'> {
  finalAfter: number;
  /**
   * Pays one of our addresses and returns the transaction hash. The payment is in the mempool until `mine`. Pass `within` to add an
   * output to an existing transaction, or to reuse the hash of a transaction on another network.
   */
  pay(to: { address: string; memo?: string | null }, instrument: string, amount: Decimal, within?: string): string;
  /**
   * Spends from the treasury without the host, as the holder of its key does. Returns the transaction hash. Pass `within` to pay in an
   * existing transaction.
   */
  spend(to: { address: string; memo?: string | null }, instrument: string, amount: Decimal, within?: string): string;
  /** Returns a function that forgets the idempotency keys of all sends since now: restored books don't know them. */
  forgetLaterSends(): () => void;
  mine(blocks?: number): void;
  /** Removes a transaction from the mempool or, by a reorg, from the chain. Returns a function that restores it. */
  drop(txHash: string): () => void;
  /** Returns a mined transaction to the mempool, as a reorg does. */
  unmine(txHash: string): void;
  credit(index: AddressIndex, instrument: string, amount: Decimal): void;
  /** Returns every transfer to an address. */
  receivedBy(address: string): Transfer[];
  /** Returns how many transactions the treasury has sent, also those that wait to be mined. */
  countSent(): number;
  mode: 'up' | 'down' | 'refuse';
  /** Fee of one transfer, in the native instrument. */
  fee: Decimal;
  /** Reports pending sends as delayed by fees above the limit. */
  exceedsFeeLimit: boolean;
  /** What tokens keep of each transfer that is sent from now on, in the token. */
  keeps: Decimal;
  /** Addresses that every token blocks. */
  blocked: Set<string>;
  /** While set, mined sends fail on chain. */
  failsSends: boolean;
  /** Reorgs out the blocks of failed sends: they are pending again. */
  forgetFailures(): void;
  /** Database of the sending process, which its fence reads. Two connections to one SQLite file would block each other. */
  database: () => Database;
  /** Blocks that one `incoming` call scans. */
  window: number;
  /** Called before and after each gateway call of the host; may throw. */
  onCall: (name: string) => void;
  height(): number;
}

export function createFakeChain(
  network: Network,
  usualFee: Decimal,
  decimalsOf: (slug: string) => number,
  database: () => Database,
  now: () => number,
): FakeChain {
  const transfers: Transfer[] = [];
  const credits: { address: string; instrument: string; amount: Decimal }[] = [];
  const failed = new Set<string>();
  const isShared = network.memoName !== null;
  // Bitcoin stays as in a database from before pooled networks.
  const isWallet = isPooled(network) && network.slug !== 'bitcoin';
  /** Addresses of the wallet of a pooled network */
  const own = new Set<string>();
  let height = 100;
  let serial = 0;

  const addressOf = (index: AddressIndex): string =>
    addressFromDigest(
      network,
      createHash('sha256')
        // One key has one address on all EVM networks.
        .update(`${network.family === 'evm' ? network.family : network.slug}:${isShared ? TREASURY_INDEX : index}`)
        .digest(),
    );
  const hash = (): string =>
    createHash('sha256')
      .update(`${network.slug}/${(serial += 1)}`)
      .digest('hex');
  const confirmationsOf = (transfer: Transfer): number => (transfer.block === null ? 0 : height - transfer.block + 1);

  const balanceOf = (index: AddressIndex, instrument: string): Decimal => {
    if (isWallet && index !== TREASURY_INDEX) return '0';
    const address = addressOf(index);
    const isHere = (to: string): boolean => to === address || own.has(to);
    const received = transfers.filter((one) => isHere(one.to) && one.instrument === instrument && one.block !== null);
    const credited = credits.filter((one) => one.address === address && one.instrument === instrument);
    const outgoing = transfers.filter((one) => one.fromIndex !== null && addressOf(one.fromIndex) === address);
    const spent = outgoing.filter((one) => one.instrument === instrument && !isFailed(one)).map((one) => one.amount);
    const fees = instrument === network.nativeInstrument ? outgoing.map((one) => one.fee) : [];
    const kept = received.map((one) => one.kept);
    return subtract(sum([...received, ...credited].map((one) => one.amount)), sum([...spent, ...fees, ...kept]));
  };
  const isFailed = (transfer: Transfer): boolean => transfer.key !== null && failed.has(transfer.key);

  const asIncoming = (transfer: Transfer): IncomingTransfer => ({
    txHash: transfer.txHash,
    index: transfer.index ?? 0,
    instrumentSlug: transfer.instrument,
    toAddress: transfer.to,
    memo: transfer.memo,
    amount: transfer.amount,
    blockHeight: transfer.block,
    blockTime: transfer.block === null ? null : (transfer.blockTime ?? null),
    confirmations: confirmationsOf(transfer),
  });

  /** Sends the new payments of one payer and coin in one transaction. */
  const send = async (requests: readonly SendRequest[], fence?: SendFence): Promise<void> => {
    const listNew = () => requests.filter(({ idempotencyKey }) => transfers.every(({ key }) => key !== idempotencyKey));
    if (listNew().length > 0 && fence) {
      const beforeBroadcast = await chain.database().transaction().execute(fence);
      await beforeBroadcast?.();
    }
    const payments = listNew();
    const [request] = payments;
    if (!request) return;
    const { fromIndex, instrumentSlug } = request;
    const amount = sum(payments.map((payment) => payment.amount));
    if (fromIndex === TREASURY_INDEX) requireComplete(await countTreasury());
    const isNative = instrumentSlug === network.nativeInstrument;
    const gas = balanceOf(fromIndex, network.nativeInstrument);
    const held = balanceOf(fromIndex, instrumentSlug);
    const fee = request.fee ?? chain.fee;
    if (chain.mode === 'refuse') throw new ChainRefusedError('balance too low');
    const isShort = compare(held, isNative ? add(amount, fee) : amount) < 0 || compare(gas, fee) < 0;
    if (isShort || compare(fee, chain.fee) < 0) throw new PayerRefusedError('balance or fee too low');
    if (!isNative && chain.blocked.has(request.toAddress)) throw new RecipientBlockedError();
    const txHash = hash();
    const shares = shareFee(fee, payments.length, decimalsOf(network.nativeInstrument));
    for (const [index, { toAddress: to, memo, idempotencyKey: key, amount: paid }] of payments.entries()) {
      const costs = { fee: shares[index] ?? '0', kept: isNative ? '0' : chain.keeps };
      transfers.push({
        txHash,
        index,
        instrument: instrumentSlug,
        to,
        memo,
        amount: paid,
        block: null,
        fromIndex,
        key,
        ...costs,
      });
    }
  };
  const hashOf = (idempotencyKey: string): string => transfers.find(({ key }) => key === idempotencyKey)?.txHash ?? '';

  const stateOf = (key: string): SendState => {
    const sent = transfers.find((one) => one.key === key);
    if (!sent) return { state: 'unknown' };
    const feePaid = { instrumentSlug: network.nativeInstrument, amount: sent.fee };
    if (failed.has(key)) return { state: 'failed', reason: 'reverted', feePaid };
    if (sent.block === null)
      return { state: 'pending', txHash: sent.txHash, ...(chain.exceedsFeeLimit && { delay: 'FEE_ABOVE_LIMIT' }) };
    const arrived = sent.kept === '0' ? {} : { arrived: subtract(sent.amount, sent.kept) };
    return { state: 'confirmed', txHash: sent.txHash, confirmations: confirmationsOf(sent), feePaid, ...arrived };
  };

  /** The transfers of each transaction of the treasury, in the order of the blocks */
  const treasuryTransactions = (): Transfer[][] => {
    const sent = transfers.filter((one) => one.fromIndex === TREASURY_INDEX);
    const blockOf = ([first]: Transfer[]): number => first?.block ?? Number.MAX_SAFE_INTEGER;
    return [...Map.groupBy(sent, ({ txHash }) => txHash).values()].toSorted((left, right) => blockOf(left) - blockOf(right));
  };
  const isKnown = (paid: readonly Transfer[]): boolean => paid.some(({ key }) => key !== null);
  const countTreasury = async (): Promise<TreasuryCount> => {
    const sent = treasuryTransactions();
    const mined = sent.filter(([first]) => first?.block !== null).length;
    const treasury = { network: network.slug, address: addressOf(TREASURY_INDEX), mined };
    const acknowledged = await readAcknowledged(chain.database(), treasury);
    const unknown = sent.findIndex((paid, place) => place >= acknowledged && place < mined && !isKnown(paid));
    const waiting = sent.slice(mined).filter((paid) => !isKnown(paid));
    return { mined, pending: mined + waiting.length, known: unknown === -1 ? mined : unknown };
  };

  const answer = async <Value>(name: string, work: () => Value | Promise<Value>): Promise<Value> => {
    await Promise.resolve();
    chain.onCall(`before ${name}`);
    if (chain.mode === 'down') throw new ChainUnavailableError(`${network.slug} is down`);
    const value = await work();
    chain.onCall(`after ${name}`);
    return value;
  };

  const chain: FakeChain = {
    networkSlug: network.slug,
    finalAfter: 1,
    depositsAt: isShared || isWallet ? 'TREASURY' : 'ADDRESS',
    treasury: () => TREASURY_INDEX,
    blockSeconds: network.blockSeconds,
    fee: usualFee,
    transactionUrl: (txHash) => network.transactionExplorer?.replace('{}', txHash) ?? null,
    mode: 'up',
    failsSends: false,
    keeps: '0',
    blocked: new Set(),
    exceedsFeeLimit: false,
    database,
    window: Number.POSITIVE_INFINITY,
    onCall: () => undefined,
    height: () => height,
    pay: ({ address: to, memo = null }, instrument, amount, txHash = hash()) => {
      const index = transfers.filter((one) => one.txHash === txHash).length;
      transfers.push({
        txHash,
        index,
        instrument,
        to,
        memo,
        amount,
        block: null,
        fromIndex: null,
        key: null,
        fee: '0',
        kept: '0',
      });
      return txHash;
    },
    spend: ({ address: to, memo = null }, instrument, amount, txHash = hash()) => {
      const index = transfers.filter((one) => one.txHash === txHash).length;
      const costs = { fee: index === 0 ? chain.fee : '0', kept: '0' };
      transfers.push({
        txHash,
        index,
        instrument,
        to,
        memo,
        amount,
        block: null,
        fromIndex: TREASURY_INDEX,
        key: null,
        ...costs,
      });
      return txHash;
    },
    forgetLaterSends: () => {
      const from = transfers.length;
      return () => {
        for (const transfer of transfers.slice(from)) transfer.key = null;
      };
    },
    mine: (blocks = 1) => {
      if (blocks < 1) return;
      height += 1;
      for (const transfer of transfers.filter((one) => one.block === null && !isFailed(one))) {
        if (chain.failsSends && transfer.key !== null) failed.add(transfer.key);
        else Object.assign(transfer, { block: height, blockTime: now() });
      }
      height += blocks - 1;
    },
    drop: (txHash) => {
      const place = transfers.findIndex((one) => one.txHash === txHash);
      const dropped = transfers.splice(place, 1);
      return () => void transfers.splice(place, 0, ...dropped);
    },
    unmine: (txHash) => {
      for (const transfer of transfers) if (transfer.txHash === txHash) transfer.block = null;
    },
    forgetFailures: () => failed.clear(),
    credit: (index, instrument, amount) => credits.push({ address: addressOf(index), instrument, amount }),
    countSent: () => treasuryTransactions().length,
    receivedBy: (address) => transfers.filter((one) => one.to === address && !isFailed(one)),
    addressAt: (index) =>
      answer('addressAt', () => {
        const address = addressOf(index);
        if (isWallet) own.add(address);
        return { address, memo: isShared && index !== TREASURY_INDEX ? String(100_000 + index) : null };
      }),
    incoming: ({ watched, cursor, untilConfirmations }) =>
      answer('incoming', () => {
        const reported = Number(cursor ?? -1);
        const readTo = Math.min(height, reported + chain.window);
        return {
          transfers: transfers
            .filter((one) => watched.includes(one.to) && !isFailed(one))
            // Deep transfers are reported for some more blocks, as real gateways may do.
            .filter((one) => one.block === null || one.block + untilConfirmations + 4 > reported)
            .filter((one) => one.block === null || one.block <= readTo + untilConfirmations)
            .map(asIncoming),
          cursor: String(Math.max(reported, readTo)),
        };
      }),
    locate: (txHash) =>
      answer('locate', () => {
        const transfer = transfers.find((one) => one.txHash === txHash && !isFailed(one));
        if (transfer?.block === undefined || transfer.block === null) return null;
        return { blockHeight: transfer.block, confirmations: confirmationsOf(transfer) };
      }),
    records: {
      count: () => answer('count', countTreasury),
      list: (position) =>
        answer('list', () =>
          treasuryTransactions()
            .map((paid, place) => ({
              position: place,
              txHash: paid[0]?.txHash ?? '',
              ...movedBy(paid),
              isKnown: isKnown(paid),
              block: paid[0]?.block ?? null,
            }))
            .filter((one) => one.position >= position && one.block !== null)
            .map(({ block: _, ...transaction }) => transaction),
        ),
      movedFrom: (index, txHash) =>
        answer('movedFrom', () => {
          const paid = transfers.filter((one) => one.txHash === txHash && one.fromIndex === index && !isFailed(one));
          return paid.length === 0 ? null : movedBy(paid);
        }),
      acknowledge: async (storage, mined) => {
        const treasury = { network: network.slug, address: addressOf(TREASURY_INDEX), mined };
        await acknowledgeMined(executorOf(storage), treasury);
      },
      adopt: ({ idempotencyKey }, { position, fee, transfers: paid }, place) =>
        answer('adopt', () => async () => {
          await Promise.resolve();
          const adopted = treasuryTransactions()[position] ?? [];
          const shares = shareFee(fee, paid.length, decimalsOf(network.nativeInstrument));
          for (const [index, transfer] of adopted.entries()) Object.assign(transfer, { fee: shares[index] });
          Object.assign(adopted[place] ?? {}, { key: idempotencyKey });
        }),
    },
    balance: (index, instrument) => answer('balance', () => balanceOf(index, instrument)),
    estimateFee: () => answer('estimateFee', () => ({ instrumentSlug: network.nativeInstrument, amount: chain.fee })),
    residue: (slug) => (network.family === 'evm' && slug !== network.nativeInstrument ? tokenResidue(decimalsOf(slug)) : '0'),
    send: (request, fence) =>
      answer('send', async () => {
        await send([request], fence);
        return { txHash: hashOf(request.idempotencyKey) };
      }),
    ...(isWallet && {
      sendMany: (requests, fence) =>
        answer('sendMany', async () => {
          const payments = requests.map((request) => ({ ...request, fromIndex: TREASURY_INDEX }));
          await send(payments, fence);
        }),
    }),
    sendState: (key) => answer('sendState', () => stateOf(key)),
    isBlocked: (instrument, address) =>
      answer('isBlocked', () => instrument !== network.nativeInstrument && chain.blocked.has(address)),
    isDepositBlocked: ({ instrumentSlug, toAddress }) =>
      answer('isDepositBlocked', () => instrumentSlug !== network.nativeInstrument && chain.blocked.has(toAddress)),
    probe: () => answer('probe', () => ({ height })),
    nodes: () => Promise.resolve([]),
  };
  return chain;
}

const movedBy = (paid: readonly Transfer[]): MovedFrom => ({
  transfers: paid.map(({ instrument, to, memo, amount }) => ({ instrumentSlug: instrument, toAddress: to, memo, amount })),
  fee: sum(paid.map(({ fee }) => fee)),
});
