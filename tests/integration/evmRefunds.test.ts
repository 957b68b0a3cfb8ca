import { parseEther, type Hex } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { amount, subtract, toDecimal } from '../../contract/money.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { startAnvil } from '../support/nodes/anvil.ts';
import { GAS_BURNING_CODE } from '../support/nodes/erc20.ts';
import { EVM_CHAIN_ID, payment, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';

test('a native coin is refunded to a contract for the fee that the contract is charged (D53)', async () => {
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  const database = await openMemoryDatabase();
  onTestFinished(async () => {
    anvil.stop();
    await database.destroy();
  });
  const gateway = testGateway(database, anvil);
  const [fromIndex, contract] = [addressIndex(506), testWallet.addressAt(507)];
  await anvil.client.setCode({ address: contract, bytecode: GAS_BURNING_CODE });
  await anvil.fund(TREASURY, '100');
  await anvil.fund(testWallet.addressAt(fromIndex), '2');
  await anvil.mine(1);
  const { amount: usual } = await gateway.estimateFee('eth');
  const gasFactor = (await gateway.gasFactor?.('eth', contract, '2')) ?? '0';
  const fee = toDecimal(amount(usual).times(amount(gasFactor)));
  const refund = { ...payment('refund', subtract('2', fee)), toAddress: contract, fromIndex, fee, gasFactor };
  const { txHash } = await gateway.send(refund);
  await anvil.mine(1);
  expect((await anvil.client.getTransactionReceipt({ hash: txHash as Hex })).status).toBe('success');
  const { gas, maxFeePerGas = 0n } = await anvil.client.getTransaction({ hash: txHash as Hex });
  expect(gas).toBeGreaterThan(21_000n);
  expect(gas * maxFeePerGas).toBeLessThanOrEqual(parseEther(fee));
});
