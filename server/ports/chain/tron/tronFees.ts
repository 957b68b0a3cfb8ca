import { randomBytes } from 'node:crypto';
import { amount, fromBaseUnits, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainRefusedError, FEE_ABOVE_LIMIT, type ChainGateway, type SendDelay } from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { addressOfHex, addressToHex } from './tronAddresses.ts';
import { callFor } from './tronCalls.ts';
import type { TronNode } from './tronNode.ts';
import type { TronNodes } from './tronNodes.ts';
import { withRecipient, type TronCall } from './tronTransaction.ts';
import type { TronWallet } from './tronWallet.ts';

export interface TronFeesOptions {
  nodes: TronNodes;
  wallet: TronWallet;
  native: CatalogueInstrument;
  instrumentOf: (slug: string) => CatalogueInstrument;
  maxFeeTrx: number;
}

/** What a payment burns, in sun. */
export interface TronFee {
  /**
   * For its size, and for an account that it creates. An account sends some bytes a day for free, but not while the whole network has
   * used what it may.
   */
  bandwidth: bigint;
  /** For its computation */
  energy: bigint;
}

export interface TronFees {
  /** Returns what a payment takes now. Throws ChainRefusedError when it would fail. */
  feeNow(call: TronCall): Promise<TronFee>;
  /** Returns the most that a payment can take, to a recipient who gives all tokens away before it is included. Throws as `feeNow`. */
  mostFee(call: TronCall): Promise<TronFee>;
  estimateFee: ChainGateway['estimateFee'];
  gasFactor: NonNullable<ChainGateway['gasFactor']>;
  /** Whether a fee exceeds the limit of this host */
  isAboveLimit(fee: TronFee): boolean;
}

/** Sizes of our largest signed transactions with their results, in bytes. Others are some bytes smaller. */
const TRANSFER_BYTES = 275n;
const TRIGGER_BYTES = 350n;
/** Energy of a token's transfer to a new holder, when the treasury has no tokens to estimate it with. */
const TOKEN_ENERGY = 131_000n;
const SUN = 1_000_000n;

/** Returns an address without tokens, in hex. A fixed one could be given some, and all estimates would be too low. */
const newHolder = (): string => `41${randomBytes(20).toString('hex')}`;

/** Returns the account that is to receive TRX. Throws ChainRefusedError for a contract: the network refuses to pay it. */
async function recipientOn(node: TronNode, to: string): ReturnType<TronNode['account']> {
  const account = await node.account(to);
  if (account?.isContract === true) throw new ChainRefusedError('the network pays no TRX to contracts');
  return account;
}

export const totalOf = ({ bandwidth, energy }: TronFee): bigint => bandwidth + energy;

/** Returns fees as the nodes show them: the higher one where they differ, because too little burns what it has for nothing. */
export function createTronFees({ nodes, wallet, native, instrumentOf, maxFeeTrx }: TronFeesOptions): TronFees {
  const limit = BigInt(maxFeeTrx) * SUN;

  async function highest(read: (node: TronNode) => Promise<TronFee>): Promise<TronFee> {
    const { nodes: synced } = await nodes.atHead();
    const fees = await nodes.answers(synced, read);
    return fees.reduce((most, one) => (totalOf(one) > totalOf(most) ? one : most));
  }

  async function feeOn(node: TronNode, call: TronCall, recipient: 'asItIs' | 'newHolder'): Promise<TronFee> {
    const prices = await node.prices();
    if (call.type === 'transfer') {
      if ((await recipientOn(node, call.to)) === undefined) return { bandwidth: prices.account, energy: 0n };
      return { bandwidth: TRANSFER_BYTES * prices.bandwidth, energy: 0n };
    }
    // In the solid view, as balances: one payment that waits makes its recipient a holder only if it succeeds.
    const answer = await node.simulate('walletsolidity', call);
    if ('failure' in answer) throw new ChainRefusedError(`the payment would fail: ${answer.failure}`);
    const most =
      recipient === 'asItIs'
        ? answer
        : await node.simulate('walletsolidity', { ...call, data: withRecipient(call.data, newHolder()) });
    const energy = 'energy' in most && most.energy > answer.energy ? most.energy : answer.energy;
    return { bandwidth: TRIGGER_BYTES * prices.bandwidth, energy: energy * prices.energy };
  }

  const feeNow = (call: TronCall): Promise<TronFee> => highest((node) => feeOn(node, call, 'asItIs'));
  const mostFee = (call: TronCall): Promise<TronFee> => highest((node) => feeOn(node, call, 'newHolder'));

  /** Returns what a payment of the treasury takes: of a token, to a recipient who does not have it yet. */
  async function usualFee(instrument: CatalogueInstrument): Promise<TronFee> {
    return await highest(async (node) => {
      const prices = await node.prices();
      if (instrument.slug === native.slug) return { bandwidth: TRANSFER_BYTES * prices.bandwidth, energy: 0n };
      const unit = fromBaseUnits(1n, instrument.decimals);
      const call = callFor(instrument, wallet.addressAt(TREASURY_INDEX), addressOfHex(newHolder()), unit);
      const answer = call.type === 'trigger' ? await node.simulate('walletsolidity', call) : { failure: '' };
      const energy = 'failure' in answer ? TOKEN_ENERGY : answer.energy;
      return { bandwidth: TRIGGER_BYTES * prices.bandwidth, energy: energy * prices.energy };
    });
  }

  const isAboveLimit = (fee: TronFee): boolean => totalOf(fee) > limit;
  const shown = (fee: TronFee): { instrumentSlug: string; amount: Decimal; delay?: SendDelay } => {
    const units = totalOf(fee);
    return {
      instrumentSlug: native.slug,
      amount: fromBaseUnits(units < limit ? units : limit, native.decimals),
      ...(isAboveLimit(fee) && { delay: FEE_ABOVE_LIMIT }),
    };
  };

  return {
    feeNow,
    mostFee,
    isAboveLimit,
    async estimateFee(slug, transfer) {
      const instrument = instrumentOf(slug);
      if (!transfer) return shown(await usualFee(instrument));
      const call = callFor(instrument, wallet.addressAt(transfer.fromIndex), transfer.toAddress, transfer.amount);
      const fee = await feeNow(call);
      // A token's energy changes every six hours, and a top-up takes a minute. What is not used stays at the address.
      const withMargin = { ...fee, energy: (fee.energy * 11n) / 10n };
      return { ...shown(withMargin), least: fromBaseUnits(totalOf(fee), native.decimals) };
    },
    async gasFactor(slug, toAddress) {
      const to = addressToHex(toAddress);
      if (to === undefined) throw new ChainRefusedError('not a TRON address, or its checksum is wrong');
      // The usual fee of a token covers every recipient.
      if (slug !== native.slug) return '1';
      const { nodes: synced } = await nodes.atHead();
      const recipients = await nodes.answers(synced, async (node) => await recipientOn(node, to));
      if (!recipients.includes(undefined)) return '1';
      const usual = totalOf(await usualFee(native));
      const created = totalOf(await highest(async (node) => ({ bandwidth: (await node.prices()).account, energy: 0n })));
      return created <= usual ? '1' : roundToDecimal(amount(String(created)).div(amount(String(usual))), 2, 'up');
    },
  };
}
