import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Why a file of the tests waits for a time. Everything else mines blocks, sets clocks, and waits for what it expects. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'asks another process again until it is ready or has done its work': [
    'tests/api/clients/heyApi.ts',
    'tests/api/clients/openapiFetch.ts',
    'tests/api/clients/partner.ts',
    'tests/api/liveProofs.ts',
    'tests/api/replay.ts',
    'tests/conformance/hostOnNodes.ts',
    'tests/desktop/standin/contents.ts',
    'tests/desktop/support/keyring.ts',
    'tests/desktop/support/launchApp.ts',
    'tests/drills/restoreOnNodes.ts',
    'tests/drills/support/customer.ts',
    'tests/drills/support/judgeLives.ts',
    'tests/drills/support/realChain.ts',
    'tests/drills/support/throughFaults.ts',
    'tests/faults/faultHost.ts',
    'tests/faults/inputs/knownValues.ts',
    'tests/support/nodes/litecoin.ts',
    'tests/support/nodes/moneroChain.ts',
    'tests/support/untilQuiet.ts',
  ],
  'ends a call or a program that does not answer': [
    'tests/desktop/standin/boot.ts',
    'tests/desktop/standin/chromium/process.ts',
    'tests/desktop/support/pageHeading.ts',
    'tests/drills/support/apiHost.ts',
    'tests/faults/rawSocket.ts',
    'tests/faults/runInputs.ts',
    'tests/support/browser/site.ts',
    'tests/support/nodes/anvil.ts',
  ],
  'lets faults of a drill begin and last at random or for a known time, and looks again meanwhile': [
    'tests/drills/clock.ts',
    'tests/drills/clone.ts',
    'tests/drills/disk.ts',
    'tests/drills/hedge.ts',
    'tests/drills/kill.ts',
    'tests/drills/ports.ts',
    'tests/drills/postgres.ts',
    'tests/drills/races.ts',
    'tests/drills/sockets.ts',
    'tests/drills/support/books.ts',
    'tests/drills/support/portFaults.ts',
    'tests/drills/withdrawals.ts',
  ],
  'answers late, as a slow node, page or browser does': [
    'tests/support/nodes/flakyNode.ts',
    'renderer/stores/order/OrderStore.test.ts',
    'server/common/oneAtATime.test.ts',
    'server/common/repeat.test.ts',
    'server/orders/calls/createOrder.test.ts',
    'server/orders/lifecycle/reorgedDeposits.test.ts',
    'server/orders/worker/settlementWorker.test.ts',
    'tests/component/setup.ts',
    'tests/desktop/shell.test.ts',
    'web/http/hostRequests.server.test.ts',
  ],
  'continues after what is already queued, which takes no time': [
    'renderer/stores/base/ListStore.test.ts',
    'tests/e2e/layoutShift.test.ts',
  ],
  'shows that something does not happen while a lock or a stop is held, or a reader is slow': [
    'tests/integration/twoHosts.test.ts',
    'tests/integration/webProxy.test.ts',
    'tests/repositories/latePayment.test.ts',
  ],
};

test('has a reason for each wait for a time', () => {
  const tests = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /^tests\/.*\.tsx?$|\.test\.tsx?$/.test(file) && file !== 'scripts/waits.test.ts');
  const waiting = tests.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const [, renamed = 'setTimeout'] = /\bsetTimeout as (\w+)[^}]*\} from 'node:timers\/promises'/.exec(text) ?? [];
    return new RegExp(`(?<![.\\w])(?:setTimeout|${renamed})\\(`).test(text);
  });
  expect(waiting.length).toBeGreaterThan(40);
  expect(waiting.toSorted()).toEqual(Object.values(REASONS).flat().toSorted());
});
