import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../server/common/log.ts';
import { createHost } from '../../server/createHost.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { parseEnvironment } from '../../server/env.ts';
import { createAppApi } from '../support/appApi.ts';
import { PATIENCE } from '../support/chainPatience.ts';
import { lockDatabase } from '../support/foreignLock.ts';
import { makeOrder, quoteExchange } from '../support/samples/makeOrder.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const EXCHANGE = { from: 'btc', to: 'usdttrc20', amount: '0.01', rateMode: 'FLOATING' } as const;
const DELIVERY = { destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' };

test('answers health and quotes while another process locks the database, and creates an order afterwards (D83)', async () => {
  const folder = temporaryFolder();
  const host = await createHost(parseEnvironment({ DATA_DIR: folder, REQUESTS_PER_MINUTE: '100000' }), createLogger('silent'));
  const stop = await host.start();
  const api = createAppApi(host.app);
  const first = await vi.waitFor(() => makeOrder(api, { ...EXCHANGE, ...DELIVERY }), PATIENCE);
  const lock = await lockDatabase(join(folder, DATABASE_FILE));
  let isCreated = false;
  const creating = makeOrder(api, { ...EXCHANGE, ...DELIVERY }).finally(() => (isCreated = true));
  await vi.waitFor(async () => {
    const answers = [api.call('service.health', {}), quoteExchange(api, EXCHANGE), api.call('orders.publicInfo', first)];
    expect(await Promise.all(answers)).toMatchObject([{}, {}, { orderId: first.orderId }]);
    const { body } = await host.app.inject('/metrics');
    expect(body).toContain(`causeway_database_locked_seconds{holder="process ${lock.pid} (node)"}`);
  }, PATIENCE);
  expect(isCreated).toBe(false);
  await lock.release();
  expect((await creating).orderId).not.toBe(first.orderId);
  await host.app.close();
  await stop();
  await host.close();
});
