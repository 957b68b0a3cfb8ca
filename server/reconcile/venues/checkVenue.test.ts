import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { add } from '../../../contract/money.ts';
import { readPositions } from '../../hedging/positions.ts';
import { createHedgingOn } from '../../hedging/testing.ts';
import { checkBooks, completeOrder, runOperator } from '../../orders/testing/hostActions.ts';
import type { OrderHost } from '../../orders/testing/orderHost.ts';
import { post, transferLines } from '../../payments/ledger.ts';
import { readProfit } from '../../reports/profit.ts';

describe.each(oneDatabase(import.meta.filename))('our account at an exchange, on %s', (kind) => {
  let host: OrderHost;
  let hedging: ReturnType<typeof createHedgingOn>;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    hedging = createHedgingOn(host);
    Object.assign(host.context, { venue: hedging.venue });
    await hedging.hedger.tick();
    await completeOrder(host);
    await hedging.hedger.tick();
  });
  afterEach(async () => {
    await host.close();
  });

  it('has no difference after the trade that an order caused', async () => {
    // 0.1 BTC came in, and collecting it has cost 0.00002.
    expect((await hedging.venue.fills('BTC', 0)).map(({ side, amount }) => `${side} ${amount}`)).toEqual(['SELL 0.09998']);
    const { differences, unread } = await checkBooks(host);
    expect({ differences, unread }).toEqual({ differences: [], unread: [] });
  });

  it('is an alarm that stops hedging, and no order, when it holds less than the ledger says', async () => {
    await hedging.controls.setMode('understate');
    const { differences, alarms } = await checkBooks(host);
    expect(differences.map(({ severity, key }) => `${severity} ${key}`)).toContain('ALARM venue:embedded:BTC@embedded');
    expect(new Set(alarms.map(({ part }) => part))).toEqual(new Set(['VENUE']));
  });

  it('is a notice when it holds more', async () => {
    await hedging.controls.deposit('BTC', '0.25', 'a1'.repeat(32));
    const [notice, ...others] = (await checkBooks(host)).differences;
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      severity: 'NOTICE',
      key: 'venue:embedded:BTC@embedded',
      howMuch: expect.stringMatching(/^0\.25 BTC@embedded of /),
    });
  });

  it('holds what it was credited once an operator has booked it, which is income and opens a position', async () => {
    const about = async () => {
      const position = (await readPositions(host.database, host.context.catalogue)).get('BTC');
      const profit = await readProfit(host.database, host.context.catalogue, isoTime(host.context.now()).slice(0, 7));
      return { booked: position?.booked ?? '0', capital: profit.capital, isPriced: profit.unpriced.length === 0 };
    };
    const before = await about();
    await hedging.controls.deposit('BTC', '0.25', 'a1'.repeat(32));
    expect(await runOperator(host, 'capital', 'btc', '0.25', '--result', 'interest')).toContain('btc is not at an exchange');
    const words = ['capital', 'BTC@embedded', '0.25', '--result', 'interest'];
    expect(await runOperator(host, ...words)).toContain('0.25 BTC@embedded is booked as a result of the exchange');
    const { differences, unread } = await checkBooks(host);
    expect({ differences, unread }).toEqual({ differences: [], unread: [] });
    expect(await about()).toEqual({ ...before, booked: add(before.booked, '0.25') });
  });

  it('has no result that no signed record explains', async () => {
    await hedging.controls.deposit('BTC', '0.25', 'a1'.repeat(32));
    const lines = transferLines('VENUE_RESULT', 'VENUE', 'BTC@embedded', '0.25');
    await post(host.database, { id: 'capital:BTC@embedded:999', kind: 'CAPITAL', at: host.context.now(), lines });
    const { differences } = await checkBooks(host);
    expect(differences.map(({ severity, key }) => `${severity} ${key}`)).toContain('ALARM capital:BTC@embedded:result');
  });

  it('is unread while the exchange is down', async () => {
    await hedging.controls.setMode('down');
    const { differences, unread } = await checkBooks(host);
    expect(differences).toEqual([]);
    expect(unread.map(({ object }) => object)).toEqual(['venue:embedded']);
  });

  it('has no trade in the ledger that nothing explains', async () => {
    await post(host.database, {
      id: 'fill:embedded:invented',
      kind: 'FILL',
      at: host.context.now(),
      lines: transferLines('DESK', 'VENUE_FEES', 'BTC@embedded', '1'),
    });
    expect((await checkBooks(host)).differences).toMatchObject([{ severity: 'ALARM', key: 'fill:embedded:invented' }]);
  });
});
