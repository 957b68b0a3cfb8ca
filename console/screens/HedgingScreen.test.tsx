import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hedging, Profit } from '../../contract/console/hedging.ts';
import { renderConsole } from '../../tests/support/browser/renderConsole.tsx';
import { CONSOLE_NOW, samplePlan } from '../../tests/support/samples/sampleConsole.ts';

const EARLIER = '2026-11-20T11:18:00.000Z';
const hedging: Hedging = {
  venues: [
    {
      name: 'kraken',
      state: 'ON',
      since: null,
      trades: 12,
      tradedUsd: '18250.31',
      refused: 3,
      acts: [{ act: 'hedging', input: { isOn: false }, asks: [] }],
    },
  ],
  openUsd: '24.71',
  limits: { coinUsd: '50000', totalUsd: '60000' },
  positions: [{ coin: 'BTC', booked: '-0.00041', committed: '0', usd: '-24.71', isAtLimit: false }],
  orders: [
    {
      id: '0b8e6f2c-1111-4222-8333-444455556666',
      venue: 'kraken',
      at: EARLIER,
      coin: 'BTC',
      side: 'SELL',
      amount: '0.5',
      filled: '0.2',
      usd: '30000',
      state: 'ENDED',
      reason: null,
    },
  ],
  transfers: [
    {
      id: 't1',
      from: 'btc',
      to: 'BTC@kraken',
      amount: '2',
      sentAt: EARLIER,
      txHash: null,
      acts: [{ act: 'lose-transfer', input: { id: 't1' }, asks: ['note'] }],
    },
  ],
  proposals: [{ instrument: 'btc', venueInstrument: 'BTC@kraken', direction: 'TO_VENUE', amount: '1.5' }],
};
const profit = (month: string): Profit => ({
  month,
  opening: '1284120.55',
  capital: '0',
  fees: '4312.8',
  networks: '118.07',
  venues: '-902.44',
  affiliates: '-391.02',
  trading: '155.61',
  revaluation: '-20114.9',
  closing: '1267298.67',
  hasOpeningPrices: true,
  unpriced: ['XYZ'],
});

const stops: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  stops.splice(0).forEach((stop) => stop());
});

async function open(locale: 'en' | 'ru' = 'en', data: Hedging = hedging) {
  vi.useFakeTimers({ now: Date.parse(CONSOLE_NOW), toFake: ['Date'] });
  const plan = () => samplePlan({ act: 'hedging', effect: { venues: ['kraken'], isOn: false }, money: null });
  const answers = { plan, hedging: () => data, profit: ({ month }: { month: string }) => profit(month) };
  const console = await renderConsole('/hedging', answers, locale);
  stops.push(console.stop);
  return console;
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the screen of hedging', () => {
  it('shows what is open, what was traded and what may be moved', async () => {
    await open();
    expect(await rowsOf('Exchanges')).toEqual(['krakenOn12$18,250.313Stop hedging']);
    expect(await rowsOf('Open positions')).toEqual(['BTC−0.000410−$24.71']);
    expect((await rowsOf('Orders on the exchange, last day'))[0]).toContain('Sell 0.5 BTC0.2 filled$30,000.00Ended');
    expect((await rowsOf('Proposed transfers'))[0]).toContain('btc from the treasury to BTC@kraken1.5');
    expect((await rowsOf('Transfers on their way'))[0]).toContain('btc to BTC@kraken2');
    expect(screen.getByText('at most $60,000.00')).toBeTruthy();
  });

  it('marks a coin at its limit', async () => {
    await open('en', { ...hedging, positions: [{ coin: 'BTC', booked: '-1', committed: '0', usd: '-60000', isAtLimit: true }] });
    expect(await rowsOf('Open positions')).toEqual(['BTC−10−$60,000.00At its limit']);
  });

  it('offers to announce a transfer, and to give one up', async () => {
    await open();
    await rowsOf('Proposed transfers');
    expect(screen.getByRole('button', { name: 'Announce own spending' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Give up a transfer' })).toBeTruthy();
  });

  it('names what stopping hedging changes', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Stop hedging' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByText('Exchanges')).nextSibling?.textContent).toBe('kraken');
    expect(dialog.getByText('Trades on the exchange').nextSibling?.textContent).toBe('no');
  });

  it('shows the result of the month, and of another one', async () => {
    const { inputsOf } = await open();
    const rows = await rowsOf('Result of a month');
    expect([rows[0], rows.at(-1)]).toEqual(['Owned at the start$1,284,120.55', 'Owned at the end$1,267,298.67']);
    expect(inputsOf('profit')).toEqual([{ month: '2026-11' }]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), '2026-09');
    await expect.poll(() => inputsOf('profit').at(-1)).toEqual({ month: '2026-09' });
  });

  it('says that nothing is traded without an exchange', async () => {
    await open('en', { ...hedging, venues: [], positions: [], orders: [], transfers: [], proposals: [] });
    expect(await screen.findByText('This host has not traded on an exchange.')).toBeTruthy();
  });

  it('is translated', async () => {
    const { container } = await open('ru');
    await screen.findByRole('table', { name: 'Открытые позиции' });
    await screen.findByRole('table', { name: 'Результат за месяц' });
    expect(container.textContent).not.toMatch(/console\.|Exchange|Owned|treasury/);
  });
});
