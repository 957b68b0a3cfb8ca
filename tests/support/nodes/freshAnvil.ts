import { DEPLOYER } from '../../../server/ports/chain/evm/batches/collector.ts';
import { onePerWorker } from '../onePerWorker.ts';
import { startAnvil, type Anvil } from './anvil.ts';
import { EVM_CHAIN_ID } from './evmGateway.ts';

const startOne = onePerWorker(async () => {
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  return { anvil, deployer: (await anvil.client.getCode({ address: DEPLOYER })) ?? '0x' };
});

/** Returns a node that mines on demand, as if it had just started. The test files of a worker share it, so none of them stops it. */
export async function freshAnvil(): Promise<Anvil> {
  const { anvil, deployer } = await startOne();
  await anvil.client.request({ method: 'anvil_reset' as never, params: [] as never });
  // After a reset, the chain lacks what the node's first one begins with, and its time is that of the node's start.
  await anvil.client.setCode({ address: DEPLOYER, bytecode: deployer });
  await anvil.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  return anvil;
}
