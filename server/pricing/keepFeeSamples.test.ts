import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../tests/support/databases.ts';
import { toDecimal } from '../../contract/money.ts';
import type { Database } from '../db/database.ts';
import { sampleFees } from './keepFeeSamples.ts';
import { createTestDesk } from './testing/testDesk.ts';

const HOUR = 3_600_000;
const log = pino({ level: 'silent' });

describe.each(DATABASES)('the fees of fixed rates on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let database: Database;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  /** A desk whose transfers on TRON cost what the caller sets, in TRX; one dollar is four of them. */
  function create() {
    const networkFees: Record<string, string> = { tron: '10' };
    const desk = createTestDesk({ networkFees, prices: { BTC: '100000', USDT: '1', TRX: '0.25', USD: '1' } });
    const usdt = desk.catalogue.instruments.get('usdttrc20');
    if (!usdt) throw new Error('no USDT');
    const sample = async (fee: string) => {
      networkFees['tron'] = fee;
      await desk.fees.refresh();
      await sampleFees({ database, fees: desk.fees, log, now: () => desk.clock.now });
      desk.clock.now += HOUR;
      await desk.feed.controls.setPrice('TRX', '0.25');
      await desk.feed.controls.setPrice('USDT', '1');
    };
    const charged = () => toDecimal(desk.fees.forFixedRate.inInstrument(usdt, desk.clock.now));
    return { sample, charged, desk, usdt };
  }

  rule('are 1.5 times today’s without a full day of samples', async () => {
    const { sample, charged, desk, usdt } = create();
    for (let hour = 0; hour < 23; hour += 1) await sample('10');
    expect(charged()).toBe('3.75');
    expect(toDecimal(desk.fees.inInstrument(usdt, desk.clock.now))).toBe('2.5');
  });

  rule('are 1.25 times today’s after a day of equal fees', async () => {
    const { sample, charged } = create();
    for (let hour = 0; hour < 24; hour += 1) await sample('10');
    expect(charged()).toBe('3.125');
  });

  rule('are the 90th percentile of the last day where that is higher', async () => {
    const { sample, charged } = create();
    for (let hour = 0; hour < 21; hour += 1) await sample('10');
    for (let hour = 0; hour < 3; hour += 1) await sample('40');
    await sample('10');
    expect(charged()).toBe('10');
  });

  test('count one sample for each hour, whatever process stored it', async () => {
    const { sample, charged, desk } = create();
    for (let hour = 0; hour < 24; hour += 1) {
      await sample('10');
      desk.clock.now -= HOUR;
      await sample('99');
    }
    await sample('10');
    expect(charged()).toBe('3.125');
  });
});
