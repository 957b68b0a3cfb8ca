import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { renderConsole, type ConsoleAnswers } from '../../tests/support/browser/renderConsole.tsx';
import { sampleConsoleSession, samplePlan, samplePulse } from '../../tests/support/samples/sampleConsole.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function open(answers: ConsoleAnswers = {}, locale: 'en' | 'ru' = 'en') {
  const console = await renderConsole('/', { waiting: () => ({ lists: [] }), ...answers }, locale);
  stops.push(console.stop);
  return console;
}

type Reserve = ConsoleOutput<'reserves'>['reserves'][number];

const reserve = (instrument: string, changes: Partial<Reserve>): Reserve => ({
  instrument,
  network: 'tron',
  balance: '100',
  reserved: '10',
  free: '90',
  freeUsd: '90',
  paidPerDay: '9',
  daysLeft: '10.0',
  threshold: null,
  isGas: false,
  ...changes,
});

it('shows today beside yesterday, and how long orders take', async () => {
  await open();
  const figure = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;
  await screen.findByText('yesterday $30,000.00');
  expect(await figure('Volume, today')).toBe('Volume, today$120,000.00yesterday $30,000.00');
  expect(await figure('Revenue, today')).toBe('Revenue, today$500.500.41 % of volume');
  expect(await figure('Orders, today')).toBe('Orders, today21 refunded');
  expect(await figure('Median time')).toBe('Median time11 minslowest tenth 31 min; days before 12 min');
});

it('lists reserves below their threshold first, with a mark at it', async () => {
  const reserves = [
    reserve('usdttrc20', { daysLeft: '4.1' }),
    reserve('trx', { free: '46', threshold: '50', daysLeft: null }),
    reserve('btc', { daysLeft: '2.5', threshold: '30' }),
  ];
  const { container } = await open({ reserves: () => ({ reserves }) });
  const table = within(await screen.findByRole('table', { name: 'Reserves' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^TRX.*46.*50.*–Low$/),
    expect.stringMatching(/^BTC.*90.*30.*2\.5 dEnough$/),
    expect.stringMatching(/^USD.*90.*–.*4\.1 dEnough$/),
  ]);
  // Twice the threshold, or 1.2 times what is free, is the whole bar.
  const marks = [...container.querySelectorAll<HTMLElement>('[style*="left"]')].map(({ style }) => style.left);
  expect(marks).toEqual(['50%', '27.7%']);
});

it('opens and closes a side of a network with its switch, which asks first', async () => {
  const closed = {
    closes: 'RECEIVE',
    target: 'NETWORK',
    slug: 'bitcoin',
    reason: 'MAINTENANCE',
    setBy: 'd.holm',
    setAt: '2026-11-20T11:00:00.000Z',
  } as const;
  const { inputsOf } = await open({
    pulse: () => samplePulse({ switches: [closed] }),
    plan: () => samplePlan({ act: 'resume' }),
  });
  const receive = await screen.findByRole('switch', { name: 'bitcoin: customers may receive', checked: false });
  expect(screen.getByRole('row', { name: /bitcoin/ }).textContent).toContain('d.holm');
  await userEvent.click(receive);
  await screen.findByRole('dialog');
  expect(inputsOf('plan')).toEqual([{ act: 'resume', input: { target: 'network', slug: 'bitcoin', side: 'receive' } }]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('switch', { name: 'bitcoin: customers may send', checked: true }));
  expect(await screen.findByRole('combobox', { name: 'Reason' })).toBeTruthy();
});

it('shows an operator without the treasury neither money nor reserves, and switches only as text', async () => {
  const { inputsOf, container } = await open({ session: () => ({ ...sampleConsoleSession, scopes: ['orders.read'] }) });
  await screen.findByText('Networks that answer');
  expect(await screen.findAllByText('Open')).toHaveLength(4);
  expect(container.textContent).not.toContain('Volume');
  expect([inputsOf('report'), inputsOf('reserves'), inputsOf('speed')]).toEqual([[], [], []]);
});

it('is translated', async () => {
  const { container } = await open({ reserves: () => ({ reserves: [reserve('trx', {})] }) }, 'ru');
  await screen.findByText('вчера $30 000,00');
  expect(container.textContent).not.toMatch(/console\.|Volume|yesterday|Level/);
});
