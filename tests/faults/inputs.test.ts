import { expect, test } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import { runInputs } from './runInputs.ts';

/** The short form of `npm run drill -- inputs`. */
test('no bad input of any call gets more out of the host than an error of the catalogue', { timeout: 180_000 }, async () => {
  const lines: string[] = [];
  const { calls, requests, refused, failures } = await runInputs({ perRoute: 60, log: (line) => lines.push(line) });
  expect(failures, lines[0]).toEqual([]);
  // As far as the last question before money moves; every other call says yes to what the bad inputs are made of.
  expect(refused).toEqual({
    [apiRoutes['orders.requestRefund'].path]: 'ERR_RATE_CHANGED',
    [apiRoutes['orders.acceptRateModeChange'].path]: 'ERR_RATE_CHANGED',
    [apiRoutes['orders.claimDeposit'].path]: 'ERR_NOT_FOUND',
    [apiRoutes['orders.confirmNotifications'].path]: 'ERR_VALIDATION',
  });
  expect(calls).toBeGreaterThan(20);
  expect(requests).toBeGreaterThanOrEqual(calls * 60);
});
