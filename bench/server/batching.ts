import { toBaseUnits } from '../../contract/money.ts';
import { ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../../tests/support/databases.ts';
import { litecoinPayment, LITECOIN_TREASURY, testBitcoinGateway } from '../../tests/support/nodes/bitcoinGateway.ts';
import { startLitecoinNetwork } from '../../tests/support/nodes/litecoin.ts';
import type { Figure } from '../measure.ts';

const PAYOUTS = 50;
/** Coins of the treasury, each larger than all payouts together. */
const COINS = 60;
const DECIMALS = 8;
const MATURE_BLOCKS = 6;

/** What the network charges for payouts in one transaction, next to the same payouts sent alone: transactions of a real node. */
export async function measureBatching(): Promise<Figure[]> {
  const network = await startLitecoinNetwork();
  const database = await openMemoryDatabase();
  try {
    const firstBlock = Number(await network.first.rpc.call('getblockcount'));
    await network.pay(...Array.from({ length: COINS }, () => ({ to: LITECOIN_TREASURY, amount: '10' })));
    await network.mine(MATURE_BLOCKS);
    const gateway = testBitcoinGateway(database, network.nodes, { firstBlock });
    const feesOf = async (name: string): Promise<bigint> => {
      await network.mine(MATURE_BLOCKS);
      let total = 0n;
      for (let payout = 0; payout < PAYOUTS; payout += 1) {
        const state = await gateway.sendState(`${name} ${payout}`);
        if (state.state !== 'confirmed') throw new ChainUnavailableError(`${name} ${payout} is ${state.state}`);
        total += toBaseUnits(state.feePaid.amount, DECIMALS);
      }
      return total;
    };
    const payouts = (name: string) => Array.from({ length: PAYOUTS }, (_, payout) => litecoinPayment(`${name} ${payout}`, '0.1'));
    await gateway.sendMany?.(payouts('batch'));
    const ours = await feesOf('batch');
    for (const payout of payouts('alone')) await gateway.send(payout);
    const floor = await feesOf('alone');
    return [
      {
        name: `network fee of ${PAYOUTS} payouts in a batch`,
        unit: 'litoshi',
        ours: Number(ours),
        floor: Number(floor),
        target: { kind: 'atMostFloor', times: 0.3 },
        note: 'the floor is the fee of the same payouts, each in a transaction of its own; from coins that are larger than all of them',
      },
    ];
  } finally {
    await network.stop();
    await database.destroy();
  }
}
