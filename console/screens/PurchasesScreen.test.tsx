import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ConsolePurchase, Purchases } from '../../contract/console/purchases.ts';
import { renderConsole } from '../../tests/support/browser/renderConsole.tsx';
import { CONSOLE_NOW } from '../../tests/support/samples/sampleConsole.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const line: Purchases['purchases'][number] = {
  purchaseId: 'sQ2LxV0aTb7YkRmZ3nF8cw',
  stage: 'DELIVERY_FAILED',
  stageSince: CONSOLE_NOW,
  isProcessing: false,
  customerId: 20_391,
  currency: 'usd',
  amount: '250',
  instrument: 'btc',
  amountToGet: '0.0029903',
  reference: '0c41f7e2a9',
  createdAt: CONSOLE_NOW,
};
const purchase: ConsolePurchase = {
  ...line,
  fees: [{ kind: 'PROVIDER', amount: '9.5' }],
  destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  txHash: null,
  explorerUrl: null,
  cardEnding: '3333',
  endReason: null,
  wasHeld: true,
  termsVersion: '2026-01',
  consentedAt: CONSOLE_NOW,
  askedAt: null,
  events: [{ kind: 'INCOMING_FUNDS_DETECTED', at: CONSOLE_NOW }],
  reports: [
    {
      reportId: 'r1',
      source: 'POLL',
      type: 'withdraw',
      status: 'failed',
      reportedAt: CONSOLE_NOW,
      receivedAt: CONSOLE_NOW,
      body: '{"status":"failed"}',
    },
  ],
};

it('lists purchases by stage, and opens one with the reports of the provider', async () => {
  const console = await renderConsole('/purchases', {
    purchases: () => ({ purchases: [line], nextPage: null }),
    purchase: () => purchase,
  });
  stops.push(console.stop);
  await screen.findByText('20391');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Not delivered');
  await screen.findByText('20391');
  expect(console.inputsOf('purchases')).toEqual([{ stage: 'OPEN' }, { stage: 'DELIVERY_FAILED' }]);
  await userEvent.click(screen.getByRole('link', { name: /^sQ2LxV/ }));
  expect(await screen.findByText('0c41f7e2a9')).toBeTruthy();
  expect(screen.getByText('*3333')).toBeTruthy();
  expect(screen.getByText('Paid')).toBeTruthy();
  expect(within(screen.getByRole('table')).getByText('withdraw failed')).toBeTruthy();
  expect(screen.getByText('{"status":"failed"}')).toBeTruthy();
  expect(screen.getByRole('link', { name: /20391|20,391/ }).getAttribute('href')).toBe('/customers/20391');
});
