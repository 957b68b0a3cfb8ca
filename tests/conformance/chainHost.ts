import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { amount as exact, compare, roundToDecimal, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { PATIENCE } from '../support/chainPatience.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { ChainTraits, NodesWithPayees } from './chainUnderTest.ts';
import { EVENTS_OF_SWAP, startHostOnNodes, type HostOnNodes } from './hostOnNodes.ts';

/** An embedded coin, with an address of a customer */
const BTC = { slug: 'btc', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
/** What a customer sends */
const AMOUNTS: Readonly<Record<string, Decimal>> = {
  btc: '0.005',
  ltc: '2',
  eth: '0.5',
  usdterc20: '1500',
  trx: '900',
  usdttrc20: '300',
};
/** A floating rate follows the market until the deposit is confirmed. */
const MOST_DRIFT = '0.02';

const amountOf = (slug: string): Decimal => AMOUNTS[slug] ?? expect.fail(`no amount of ${slug}`);

/** What hosts are tested with */
interface HostTraits extends Pick<ChainTraits, 'assets'> {
  /** Pairs of coins, of which at least one is on the network. The other one may be an embedded Bitcoin. */
  swaps: readonly (readonly [from: string, to: string])[];
  /** What a deposit of the native coin needs */
  confirmations: number;
  /** The private chain or test network of the nodes; null where only their chain's number tells them from others */
  chainName: string | null;
}

/** Describes the tests of a whole host on a network with nodes, at the end of those of its gateway. */
export function describeHost(chain: () => NodesWithPayees, { assets, swaps, confirmations, chainName }: HostTraits): void {
  const [native, ...tokens] = assets;
  const isHere = (slug: string): boolean => assets.includes(slug);
  describe('on which a host exchanges', () => {
    let host: HostOnNodes;
    beforeAll(async () => {
      host = await startHostOnNodes([chain()]);
    });
    afterAll(() => host.close());

    const pay = async ({ pair, depositAddress }: Order, amount: Decimal): Promise<string> => {
      const { slug } = pair.instrumentFrom;
      if (isHere(slug)) return await chain().payAsCustomer(slug, depositAddress, amount);
      return (await host.api.call('sandbox.send', { instrumentSlug: slug, toAddress: depositAddress, amount })).txHash;
    };
    const payeeOf = (slug: string, number: number): string => (isHere(slug) ? chain().payeeAt(number) : BTC.address);
    const treasuryHolds = async (slug: string): Promise<Decimal> =>
      await chain().received(slug, await host.treasuryOn(chain().settings.networkSlug));

    it(`exchanges ${swaps.map((pair) => pair.join(' for ')).join(', ')}, across a restart, and the books agree`, async () => {
      const orders: Order[] = [];
      for (const [number, [from, to]] of swaps.entries()) {
        const [destinationAddress, refundAddress] = [payeeOf(to, number + 1), payeeOf(from, number + 1 + swaps.length)];
        orders.push(await host.create({ from, to, amount: amountOf(from), destinationAddress, refundAddress }));
      }
      const held = await Promise.all(tokens.map(treasuryHolds));
      const deposits: string[] = [];
      for (const order of orders) deposits.push(await pay(order, amountOf(order.pair.instrumentFrom.slug)));
      await host.untilAll(orders, 'DEPOSIT_REGISTERED');
      await host.restart();
      const done = await host.untilAll(orders, 'WITHDRAWAL_COMPLETED');

      const paidOut = new Map(assets.map((slug): [string, Decimal[]] => [slug, []]));
      for (const [number, order] of done.entries()) {
        const [from = '', to = ''] = swaps[number] ?? [];
        const { minConfirmationsToWithdraw, orderEvents, withdrawals, destinationAddress, amountToGet } = order;
        if (from === native) expect(minConfirmationsToWithdraw).toBe(confirmations);
        expect(orderEvents.map(({ kind }) => kind)).toEqual(EVENTS_OF_SWAP);
        expect(order.deposits).toMatchObject([{ amount: amountOf(from), txHash: deposits[number] }]);
        const [{ amount: paid, txHash } = expect.fail('nothing is paid out')] = withdrawals;
        expect(withdrawals).toHaveLength(1);
        expect(paid).toBe(amountToGet);
        const quoted = orders[number]?.amountToGet ?? '0';
        const most = roundToDecimal(exact(quoted).times(exact(MOST_DRIFT)), 6, 'up');
        expect(compare(subtract(paid, quoted).replace('-', ''), most)).toBe(-1);
        // The nodes themselves say what the customer has.
        if (isHere(to)) expect(await chain().received(to, destinationAddress, txHash ?? '')).toBe(paid);
        paidOut.get(to)?.push(paid);
      }

      for (const [place, token] of tokens.entries()) {
        const residue = chain().gateway.residue(token);
        const paying = done.filter(({ pair }) => pair.instrumentFrom.slug === token);
        await host.untilPasses(async () => {
          for (const { depositAddress } of paying) expect(await chain().received(token, depositAddress)).toBe(residue);
        });
        const gained = paying.map(() => subtract(amountOf(token), residue));
        expect(await treasuryHolds(token)).toBe(subtract(sum([held[place] ?? '0', ...gained]), sum(paidOut.get(token) ?? [])));
      }
      await host.untilPasses(async () => expect(await host.differences()).toEqual([]));
    });

    const refusesOtherChain = async (): Promise<void> => {
      const { environment, openNetworks } = host;
      const realNetworks = environment.realNetworks.map((settings) => ({ ...settings, chain: 'main' as const }));
      const [fresh, used] = [await openMemoryDatabase(), await host.openBooks()];
      onTestFinished(async () => {
        await fresh.destroy();
        await used.destroy();
      });
      const start = (database: typeof fresh) => openNetworks(database, { ...environment, realNetworks });
      await expect(start(fresh)).rejects.toThrow(/another chain than "main"/);
      await expect(start(used)).rejects.toThrow(`has books of the chain "${chainName}"`);
      for (const database of [fresh, used]) await expect(start(database)).rejects.toThrow(ConfigurationError);
    };
    if (chainName !== null) it('does not start with keys of the real chain and nodes of another one', refusesOtherChain);

    it('closes its coins with a public reason while a node does not answer, and no other coin', async () => {
      const quote = (from: string, to: string) => host.quote(from, to, amountOf(from));
      const asset = tokens.at(-1) ?? native;
      await vi.waitFor(async () => expect(await quote(asset, BTC.slug)).toBe('open'), PATIENCE);
      await chain().faults.break('down');
      onTestFinished(() => chain().faults.mend());
      await vi.waitFor(async () => expect(await quote(asset, BTC.slug)).toContain('NETWORK_UNAVAILABLE'), PATIENCE);
      expect(await quote(BTC.slug, native)).toContain('NETWORK_UNAVAILABLE');
      expect(await quote(BTC.slug, 'xmr')).toBe('open');
    });
  });
}
