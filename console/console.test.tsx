import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { renderConsole, type ConsoleAnswers } from '../tests/support/browser/renderConsole.tsx';
import {
  sampleApproval,
  samplePlan,
  samplePulse,
  sampleWaitingItem,
  sampleAudit,
} from '../tests/support/samples/sampleConsole.ts';
import { ALERT_RULES } from '../server/alerts/rules.ts';
import { SECTIONS } from './sections.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function open(path: string, answers: ConsoleAnswers = {}, locale: 'en' | 'ru' = 'en') {
  const console = await renderConsole(path, answers, locale);
  stops.push(console.stop);
  return console;
}

const waiting = (...items: ReturnType<typeof sampleWaitingItem>[]): NonNullable<ConsoleAnswers['waiting']> => {
  return () => ({ lists: items.map((item) => ({ kind: item.kind, count: 1, items: [item], nextPage: null })) });
};

it('releases a held payout by keyboard: effect, reason, typed amount, code', async () => {
  const { inputsOf } = await open('/', {
    waiting: waiting(sampleWaitingItem()),
    plan: () => samplePlan(),
    act: () => ({ done: true, effect: {}, result: null }),
  });
  await screen.findByText('Above the cap of a payment');
  await userEvent.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Above the cap of a payment');
  await userEvent.keyboard('r');
  const dialog = within(await screen.findByRole('dialog', { name: /^Release/ }));
  // The whole address, and what the host warns of.
  expect(await dialog.findByText('TLa2f6Jq2cVw9mQv7xKk8yRz5nBp9bVmQ4')).toBeTruthy();
  expect(dialog.getByText(/Payouts are stopped/)).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Reason, for the audit' }));
  await userEvent.keyboard('checked by phone{Tab}14200{Enter}');
  expect(document.activeElement).toBe(await dialog.findByRole('textbox', { name: 'Code' }));
  await userEvent.keyboard('123456');
  expect(await dialog.findByText('Done')).toBeTruthy();
  expect(inputsOf('act')).toEqual([
    {
      act: 'release',
      input: { sendId: 'PAYOUT:7f3k9q' },
      digest: 'a'.repeat(64),
      reason: 'checked by phone',
      typedAmount: '14200',
      proof: { challengeId: 'c'.repeat(43), code: '123456' },
    },
  ]);
});

/** Each kind of waiting item, the act that solves it, and its key */
const KINDS = [
  ['HELD', 'release', 'r'],
  ['FAILED', 'retry', 't'],
  ['DEPOSIT_REORGED', 'override', 'o'],
  ['REFUSED', 'retry', 't'],
  ['OVERDUE', 'retry', 't'],
  ['SHORT', 'settle', 's'],
  ['CLAIM', 'attribute', 'p'],
  ['DECISION', 'refund', 'b'],
  ['EXTRA', 'refund', 'b'],
  ['UNATTRIBUTED', 'attribute', 'p'],
] as const;

describe.each(['en', 'ru'] as const)('in %s', (locale) => {
  it.each(KINDS)('opens the act of a waiting item of the kind %s by keyboard', async (kind, act, key) => {
    const item = sampleWaitingItem({ kind, reason: null, acts: [{ act, input: { id: kind }, asks: [] }] });
    const { inputsOf, container } = await open('/', { waiting: waiting(item), plan: () => samplePlan({ act }) }, locale);
    await screen.findAllByText('K7XD20M4T6V890TM');
    await userEvent.keyboard(`j${key}`);
    await screen.findByRole('dialog');
    expect(inputsOf('plan')).toEqual([{ act, input: { id: kind } }]);
    expect(container.textContent).not.toMatch(new RegExp(`console\\.|${kind}`));
  });
});

it('goes to every screen with G and a letter, finds with Ctrl K, and lists all keys', async () => {
  const { router } = await open('/nowhere');
  await screen.findByText('Nothing is at this address');
  for (const { key, path } of SECTIONS) {
    await userEvent.keyboard(`g${key.toLowerCase()}`);
    await expect.poll(() => router.state.location.pathname).toBe(path);
  }
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
  // Letters are text there.
  await userEvent.keyboard('go');
  expect(router.state.location.pathname).toBe('/audit');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy();
});

it('finds by what a customer wrote, and opens what was found by keyboard', async () => {
  const order = {
    orderId: 'K7XD20M4T6V890TM',
    status: 'PAYING_OUT',
    instrumentFrom: 'btc',
    networkFrom: 'bitcoin',
    instrumentTo: 'usdttrc20',
    networkTo: 'tron',
    claimedAmount: '0.2018',
    amountToGet: '14200',
    usdValue: '14273.26',
    customerId: null,
    createdAt: '2026-11-20T11:00:00.000Z',
    endedAt: null,
  };
  const { router, inputsOf } = await open('/', {
    search: () => ({
      orders: [{ order, matches: ['DESTINATION'] }],
      purchases: [],
      withdrawals: [],
      customers: [],
      deposits: [],
    }),
  });
  await screen.findByRole('searchbox');
  await userEvent.keyboard('{Control>}k{/Control}TLa2f6Jq2cVw9mQv7xKk8yRz5nBp9bVmQ4{Enter}');
  await screen.findByText('pays to this address');
  expect(inputsOf('search')).toEqual([{ q: 'TLa2f6Jq2cVw9mQv7xKk8yRz5nBp9bVmQ4' }]);
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/orders/K7XD20M4T6V890TM');
});

it('changes a setting with the value and a reason, which is that of the record too', async () => {
  const setting = {
    name: 'PLATFORM_FEE_PERCENT',
    kind: 'decimal',
    unit: '%',
    value: '0.5',
    origin: 'DEFAULT',
    otherwise: '0.5',
    usual: '0.5',
    least: '0',
    most: '10',
    options: [],
    text: 'Platform fee of every exchange',
    setBy: null,
    setAt: null,
  } as const;
  const { inputsOf } = await open(
    '/settings/PLATFORM_FEE_PERCENT',
    {
      settings: () => ({ settings: [{ ...setting, options: [] }] }),
      audit: () => sampleAudit,
      plan: () => samplePlan({ act: 'set', effect: { name: setting.name, before: '0.5', after: '0.45' }, money: null }),
    },
    'ru',
  );
  expect((await screen.findAllByText('Комиссия платформы в каждом обмене')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Изменить настройку' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.keyboard('0.45{Tab}конкуренты дешевле{Enter}');
  const reason = await dialog.findByRole('textbox', { name: 'Причина, для журнала' });
  expect((reason as HTMLInputElement).value).toBe('конкуренты дешевле');
  const input = { name: 'PLATFORM_FEE_PERCENT', value: '0.45', reason: 'конкуренты дешевле' };
  expect(inputsOf('plan')).toEqual([{ act: 'set', input }]);
});

it('opens no dialog by a letter while something is typed', async () => {
  await open('/', { waiting: waiting(sampleWaitingItem()) });
  await screen.findByText('Above the cap of a payment');
  await userEvent.type(screen.getByRole('searchbox'), 'r');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('makes a request where a second operator is needed', async () => {
  await open('/', {
    waiting: waiting(sampleWaitingItem()),
    plan: () => samplePlan({ needsSecond: true, money: null }),
    act: () => ({ approval: sampleApproval({ isOwn: true, mayApprove: false }) }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/A second operator must approve this/)).toBeTruthy();
  await userEvent.keyboard('looks right{Enter}');
  await dialog.findByRole('textbox', { name: 'Code' });
  await userEvent.keyboard('123456');
  expect(await dialog.findByText('A second operator must approve it')).toBeTruthy();
});

it('approves the request of another operator by keyboard, and only takes an own one back', async () => {
  const own = sampleApproval({ approvalId: 'y'.repeat(22), isOwn: true, mayApprove: false });
  own.details = { input: {}, subject: 'PAYOUT:other', effect: {}, reason: 'checked', decision: null };
  const { inputsOf } = await open('/approvals', {
    approvals: () => ({ open: [sampleApproval(), own], ended: [] }),
    plan: () => samplePlan({ money: null }),
    decide: () => ({ done: true, effect: {}, result: null }),
  });
  await screen.findByText('PAYOUT:other');
  await userEvent.keyboard('j{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/Customer 7 asks/);
  await userEvent.keyboard('agreed{Enter}');
  await dialog.findByRole('textbox', { name: 'Code' });
  await userEvent.keyboard('123456');
  await dialog.findByText('Done');
  expect(inputsOf('decide')).toMatchObject([{ approvalId: 'x'.repeat(22), decision: 'APPROVE', reason: 'agreed' }]);
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
  const mine = within(await screen.findByRole('dialog'));
  await mine.findByRole('textbox', { name: 'Reason, for the audit' });
  expect(mine.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('names the cause of a refused act', async () => {
  await open('/', { waiting: waiting(sampleWaitingItem()), plan: () => ({ refused: 'NOT_HELD', details: {} }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The payment is not on hold any more.');
});

it('says that the host does not answer, that a network recovers, and that payouts are stopped', async () => {
  await open('/', { pulse: () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'no')) });
  expect(await screen.findByText('The host does not answer. Nothing is known yet.')).toBeTruthy();
  stops.splice(0).forEach((stop) => stop());
  const since = '2026-11-20T11:31:00.000Z';
  const stopped = {
    closes: 'PAYOUTS',
    target: 'EVERYTHING',
    slug: '',
    reason: 'Books',
    setBy: 'customer 7',
    setAt: since,
  } as const;
  const pulse = samplePulse({ recovery: [{ network: 'ethereum', state: 'RECOVERY', since }], switches: [stopped] });
  await open('/', { pulse: () => pulse });
  expect(await screen.findByText(/^ethereum is in recovery since 11:31:00 UTC/)).toBeTruthy();
  expect(screen.getByText(/^All payouts are stopped by customer 7 since 11:31:00 UTC/)).toBeTruthy();
});

it.each(['en', 'ru'] as const)('shows every alert that fires, in %s', async (locale) => {
  const since = '2026-11-20T11:31:00.000Z';
  const alerts = Object.keys(ALERT_RULES).map((rule) => ({ rule, concerns: 'tron', since, text: 'not translated' }));
  await open('/', { pulse: () => samplePulse({ alerts }) }, locale);
  const card = within(await screen.findByRole('region', { name: locale === 'en' ? 'Alerts' : 'Тревоги' }));
  expect(card.getAllByRole('listitem')).toHaveLength(alerts.length);
  expect(card.queryByText('not translated')).toBeNull();
  const silent = locale === 'en' ? 'The network tron gives no usable answer' : 'Сеть tron не даёт пригодного ответа';
  expect(card.getByText(silent)).toBeTruthy();
});

it('shows no card of alerts while none fires', async () => {
  const { container } = await open('/');
  await screen.findAllByText('polygon');
  expect(container.textContent).not.toContain('Alerts');
});

it('shows nothing but the wish for a proof after it was refused', async () => {
  await open('/', {
    pulse: () => Promise.reject(new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'old')),
    waiting: waiting(sampleWaitingItem()),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: 'Confirm that it’s you' })).toBeTruthy();
  expect(screen.queryByText('Above the cap of a payment')).toBeNull();
});

it('hides the screens of scopes that the operator lacks', async () => {
  const scopes = ['orders.read'] as const;
  await open('/', {
    session: () => ({
      userId: 1,
      email: 'm.ortiz@causeway.example',
      scopes: [...scopes],
      readUntil: null,
      version: '1',
      serverTime: '2026-11-20T12:00:00.000Z',
    }),
  });
  const screens = within(await screen.findByRole('navigation', { name: 'Screens' }));
  expect(await screens.findByRole('link', { name: /Payments/ })).toBeTruthy();
  expect(screens.queryByRole('link', { name: /Reserves|Books|Customers/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Stop all payouts' })).toBeNull();
});

it('sets the threshold of a reserve', async () => {
  const reserve = {
    instrument: 'eth',
    network: 'ethereum',
    balance: '11.5',
    reserved: '2.4',
    free: '9.1',
    freeUsd: null,
    paidPerDay: '0',
    daysLeft: null,
    threshold: '10',
    isGas: true,
  };
  const { inputsOf } = await open('/reserves', { reserves: () => ({ reserves: [reserve] }), plan: () => samplePlan() });
  expect((await screen.findByText('Low')).closest('tr')?.textContent).toContain('10');
  await userEvent.click(screen.getByRole('button', { name: 'Alert below a reserve' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Alert below a reserve/ }));
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Amount' }), '12{Enter}');
  await dialog.findByRole('textbox', { name: 'Reason, for the audit' });
  expect(inputsOf('plan')).toEqual([{ act: 'threshold', input: { instrument: 'eth', amount: '12' } }]);
});
