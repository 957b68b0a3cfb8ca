import { expect, onTestFinished, test } from 'vitest';
import { startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { checkBooks } from '../../server/orders/testing/hostActions.ts';
import { contractAddress, EVM_NETWORK, installTokens, testGateway, TREASURY } from '../support/nodes/evmGateway.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

/** Code of a contract that reverts every call. */
const REVERTS = '0x60006000fd';

test('finds missing coins of a network on which a token reverts its balance, on a real node', async () => {
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  const anvil = await freshAnvil();
  await installTokens(anvil);
  await anvil.installToken(contractAddress('usdterc20'), [{ owner: TREASURY, units: 10n ** 12n }]);
  await anvil.installToken(contractAddress('usdcerc20'), [{ owner: TREASURY, units: 10n ** 12n }]);
  await anvil.fund(TREASURY, '10');
  await anvil.mine(20);
  const gateway = testGateway(host.database, anvil);
  Object.assign(host.context, { gateways: new Map([[EVM_NETWORK, gateway]]) });
  const check = async () => {
    const { differences, unread } = await checkBooks(host);
    return { alarms: differences.map(({ key, howMuch }) => `${key} ${howMuch}`), unread: unread.map(({ object }) => object) };
  };
  expect(await check()).toEqual({ alarms: [], unread: [] });

  await anvil.client.setCode({ address: contractAddress('shiberc20'), bytecode: REVERTS });
  await anvil.installToken(contractAddress('usdterc20'), [{ owner: TREASURY, units: 9n * 10n ** 11n }]);
  await anvil.mine(20);
  expect(await check()).toEqual({
    alarms: ['treasury:ethereum:usdterc20 -100000 usdterc20 of 900000'],
    unread: ['treasury:shiberc20'],
  });
});
