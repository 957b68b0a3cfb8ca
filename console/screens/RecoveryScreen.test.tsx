import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, type ConsoleAnswers } from '../../tests/support/browser/renderConsole.tsx';
import { samplePlan, samplePulse, sampleRecovery } from '../../tests/support/samples/sampleConsole.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const PATH = '/networks/ethereum/recovery';

async function open(path: string, answers: ConsoleAnswers, locale: 'en' | 'ru' = 'en') {
  const console = await renderConsole(path, answers, locale);
  stops.push(console.stop);
  return console;
}

/** Answers as a host on which the acts take effect. */
function host(): ConsoleAnswers {
  let recovery = sampleRecovery();
  let acts = 0;
  return {
    pulse: () => samplePulse({ revisions: { audit: String(acts) } }),
    recovery: () => ({ recovery }),
    plan: (input) => samplePlan({ ...('act' in input && { act: input.act }), effect: { network: 'ethereum' }, money: null }),
    act: ({ act, input }) => {
      const sendId = String(input['sendId']);
      acts += 1;
      recovery =
        act === 'adopt'
          ? sampleRecovery({
              transactions: sampleRecovery().transactions.map((one) => ({
                ...one,
                explanation: 'PAYMENT',
                transfers: one.transfers.map((transfer) => ({ ...transfer, sendId: transfer.sendId ?? sendId })),
                acts: [],
              })),
              acts: [{ act: 'confirm', input: { network: 'ethereum' }, asks: [] }],
            })
          : sampleRecovery({ state: 'CONFIRMED', acts: [{ act: 'open', input: { network: 'ethereum' }, asks: [] }] });
      return { done: true, effect: {}, result: null };
    },
  };
}

describe.each(['en', 'ru'] as const)('a network in RECOVERY in %s', (locale) => {
  it('matches a transaction with a payment and confirms the list by keyboard', async () => {
    const { inputsOf, router, container } = await open(PATH, host(), locale);
    const confirmDialog = async (): Promise<void> => {
      const dialog = within(await screen.findByRole('dialog'));
      await dialog.findByRole('textbox', { name: /^(?:Reason, for the audit|Причина, для журнала)$/ });
      await userEvent.keyboard('seen in the explorer{Enter}');
      await dialog.findByRole('textbox', { name: /^(?:Code|Код)$/ });
      await userEvent.keyboard('123456');
      await dialog.findByText(/^(?:Done|Сделано)$/);
      await userEvent.keyboard('{Enter}');
      expect(screen.queryByRole('dialog')).toBeNull();
    };
    await screen.findByText('4109');
    await userEvent.keyboard('jj{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe(`${PATH}/4109`);
    await screen.findByText('PAYOUT:Q7LS14NE');
    expect(container.textContent).not.toMatch(/console\.|RESTORED|EXPLAINING/);
    await userEvent.keyboard('d');
    await confirmDialog();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.pathname).toBe(PATH);
    await screen.findByRole('button', { name: /^(?:Confirm the list|Подтвердить список)/ });
    await userEvent.keyboard('c');
    await confirmDialog();
    await screen.findByRole('button', { name: /^(?:Open sends|Открыть отправку)/ });
    expect(inputsOf('act')).toMatchObject([
      { act: 'adopt', input: { network: 'ethereum', position: 4109, sendId: 'PAYOUT:T1RJ37KB' } },
      { act: 'confirm', input: { network: 'ethereum' } },
    ]);
  });
});

it('shows all transactions, or those that nobody has explained', async () => {
  await open(PATH, host());
  await screen.findByText('4109');
  const { transactions } = sampleRecovery();
  const unexplained = transactions.filter(({ explanation }) => explanation === null);
  expect(unexplained.length).toBeLessThan(transactions.length);
  const rows = () => screen.getAllByRole('row').length - 1;
  expect(rows()).toBe(transactions.length);
  await userEvent.click(screen.getByRole('radio', { name: `Open ${unexplained.length}` }));
  expect(rows()).toBe(unexplained.length);
});

it('restores a forgotten order from the file of its customer, and opens all networks at once', async () => {
  const recovery = sampleRecovery({
    state: 'CONFIRMED',
    acts: [
      { act: 'open', input: { network: 'ethereum' }, asks: [] },
      { act: 'open', input: { network: 'all' }, asks: [] },
      { act: 'restore-order', input: {}, asks: ['guarantee', 'refundAddress', 'refundMemo', 'isNoPayment', 'collectedBy'] },
    ],
  });
  const { inputsOf, container } = await open(PATH, { ...host(), recovery: () => ({ recovery }) });
  await screen.findByRole('button', { name: 'Open sends: every network that is ready' });
  expect(container.querySelectorAll('[data-key=Y]').length).toBe(1);
  await userEvent.keyboard('i');
  const dialog = await screen.findByRole('dialog');
  const file = dialog.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no field for a file');
  await within(dialog).findByRole('button', { name: 'Choose a file' });
  await userEvent.upload(file, new File(['x'.repeat(50_001)], 'photo.json'));
  await within(dialog).findByText(/not a text file/);
  await userEvent.upload(file, new File([' {"document": 1}\n'], 'guarantee.json'));
  await within(dialog).findByText('The file was read.');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Refund address/ }), 'bc1qx');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show what it would do' }));
  await within(dialog).findByRole('textbox', { name: 'Reason, for the audit' });
  expect(inputsOf('plan')).toEqual([
    { act: 'restore-order', input: { guarantee: ' {"document": 1}\n', refundAddress: 'bc1qx', isNoPayment: false } },
  ]);
});

it('asks what a transaction was that paid no customer', async () => {
  const { inputsOf } = await open(`${PATH}/4109`, host());
  await screen.findByText('PAYOUT:Q7LS14NE');
  await userEvent.keyboard('l');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'What it was' }), 'LOSS');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'stolen');
  await userEvent.click(dialog.getByRole('checkbox', { name: /^None of the matches/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Show what it would do' }));
  await dialog.findByRole('textbox', { name: 'Reason, for the audit' });
  const input = { network: 'ethereum', position: 4109, explanation: 'LOSS', note: 'stolen', isNoPayment: true };
  expect(inputsOf('plan')).toEqual([{ act: 'explain', input }]);
});

it('is opened from the banner, and says when the network is not in RECOVERY', async () => {
  const pulse = samplePulse({ recovery: [{ network: 'ethereum', state: 'EXPLAINING', since: '2026-11-20T11:31:00.000Z' }] });
  const { router } = await open('/nowhere', { pulse: () => pulse, recovery: () => ({ recovery: null }) });
  await userEvent.click(await screen.findByRole('link', { name: 'Open the list' }));
  expect(await screen.findByText('This network is not in recovery')).toBeTruthy();
  expect(router.state.location.pathname).toBe(PATH);
});

it('is opened from the screen Networks', async () => {
  const network = {
    network: 'ethereum',
    title: 'Ethereum',
    isConnected: true,
    height: 25_843_604,
    readAt: null,
    isReading: true,
    failure: null,
    nodes: [],
    waiting: 2,
    onItsWay: 0,
    switches: [],
    recovery: { state: 'EXPLAINING', since: '2026-11-20T11:31:00.000Z' },
    acts: [],
  };
  await open('/networks/ethereum', { networks: () => ({ networks: [network] }) });
  const link = await screen.findByRole('link', { name: 'Open the list' });
  expect(link.getAttribute('href')).toBe(PATH);
});
