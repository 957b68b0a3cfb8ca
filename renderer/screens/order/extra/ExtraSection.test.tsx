import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../../../contract/api/orders.ts';
import { ApiError } from '../../../../contract/errors.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument, sampleInstruments } from '../../../../tests/support/samples/sampleInstruments.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleExtra,
  sampleOrder,
  sampleOrders,
  sampleRefundInfo,
} from '../../../../tests/support/samples/sampleOrder.ts';

const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const usdt = sampleExtra().instrument;
const extraDeposit = () => sampleDeposit({ amount: '25', instrument: usdt, isExtra: true, txHash: sampleExtra().depositTxHash });

async function show(order: Order, answers: Answers = {}, { token = 't'.repeat(43) }: { token?: string | null } = {}) {
  const page = await renderPage(
    path,
    { 'orders.publicInfo': () => order, ...answers },
    { prepare: ({ stores }) => void (token && stores.orderTokens.store(SAMPLE_ORDER_ID, token)) },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const completedWithExtra = () => {
  const order = sampleOrders.completed();
  return { ...order, deposits: [...order.deposits, extraDeposit()] };
};

test("refunds an extra deposit with its own amounts and does not count it as the order's", async () => {
  const { fake } = await show(completedWithExtra(), {
    'orders.refundInfo': () => sampleRefundInfo({ extra: [sampleExtra()] }),
    'orders.requestRefund': () => ({ ...completedWithExtra(), serverTime: at(60) }),
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^3,483\.9/);
  const form = within(await screen.findByRole('form', { name: /^25\.000000\sUSDT$/ }));
  expect(form.getByText(/^−1\.900000\sUSDT$/)).toBeTruthy();
  expect(form.getByText('safe with us')).toBeTruthy();
  fireEvent.click(form.getByRole('button', { name: /^Refund 23\.100000\sUSDT$/ }));
  await waitFor(() => expect(fake.callsOf('orders.requestRefund')).toHaveLength(1));
});

test('shows both network fees of an extra deposit before its refund', async () => {
  const extra = sampleExtra({ networkFee: '1.9', collectionFeeAmount: '0.7' });
  await show(completedWithExtra(), { 'orders.refundInfo': () => sampleRefundInfo({ extra: [extra] }) });
  const form = within(await screen.findByRole('form'));
  expect(form.getByText('Network fee for sending').nextSibling?.textContent).toMatch(/^−1\.200000\sUSDT$/);
  expect(form.getByText('Collecting your deposit').nextSibling?.textContent).toMatch(/^−0\.700000\sUSDT$/);
});

test.each([
  ['CONFIRMING', ['CONTACT'], /You can have it back once the network has confirmed it/, 0],
  ['CONFIRMING', [], /You can have it back once the network has confirmed it/, 0],
  ['HERE', ['CONTACT'], /write to support to have it back/, 1],
  ['REFUNDED', [], /You don’t have to do anything/, 0],
] as const)(
  'says what comes next for an extra deposit in state %s with the actions %j',
  async (state, actions, said, contacts) => {
    await show(completedWithExtra(), {
      'orders.refundInfo': () => sampleRefundInfo({ extra: [sampleExtra({ state, actions: [...actions] })] }),
    });
    const form = within(await screen.findByRole('form'));
    expect(screen.getByText(said)).toBeTruthy();
    expect(form.queryAllByRole('link', { name: 'Write to support' })).toHaveLength(contacts);
  },
);

test('does not refer to support when the refund is automatic', async () => {
  const extra = sampleExtra({ actions: ['CONTACT'], deadline: at(60) });
  await show(completedWithExtra(), { 'orders.refundInfo': () => sampleRefundInfo({ extra: [extra] }) });
  expect(await screen.findByText(/If you do nothing, we refund it on/)).toBeTruthy();
  expect(screen.getByText(/You don’t have to do anything/)).toBeTruthy();
});

test('shows a refund for each transfer of one transaction', async () => {
  const refunds = [0, 1].map((depositIndex) => ({
    amount: '23.1',
    networkFee: '1.9',
    instrument: usdt,
    isExtra: true,
    depositTxHash: sampleExtra().depositTxHash,
    depositIndex,
    sentAt: at(50),
    txHash: (depositIndex === 0 ? 'a1' : 'b2').repeat(32),
    explorerUrl: null,
  }));
  const extra = [0, 1].map((depositIndex) => sampleExtra({ depositIndex, state: 'REFUNDED', actions: [] }));
  await show({ ...completedWithExtra(), refunds }, { 'orders.refundInfo': () => sampleRefundInfo({ extra }) });
  const texts = (await screen.findAllByRole('form')).map(({ textContent }) => textContent);
  expect(texts.map((text) => [text.includes('a1a1a1…'), text.includes('b2b2b2…')])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('shows the reason beside a disabled button', async () => {
  await show(completedWithExtra(), {
    'orders.refundInfo': () => sampleRefundInfo({ extra: [sampleExtra({ networkFee: null, refundAmount: null })] }),
  });
  expect((await screen.findByText('The network fee is not known right now')).className).toBe('hint');
});

test('asks for a missing address and shows an error beside its field', async () => {
  const { fake } = await show(completedWithExtra(), {
    'orders.refundInfo': () => sampleRefundInfo({ extra: [sampleExtra({ refundAddress: null })] }),
    'instruments.validateAddress': () => ({ result: false, code: 'address_incorrect' }),
  });
  const form = within(await screen.findByRole('form'));
  const field = form.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'nonsense' } });
  fireEvent.click(form.getByRole('button', { name: /^Refund/ }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(fake.callsOf('orders.requestRefund')).toHaveLength(0);
});

test('refunds to another address than the known one', async () => {
  const { fake } = await show(completedWithExtra(), {
    'orders.refundInfo': () => sampleRefundInfo({ extra: [sampleExtra()] }),
    'orders.requestRefund': () => ({ ...completedWithExtra(), serverTime: at(60) }),
    'instruments.validateAddress': () => ({ result: true }),
  });
  const form = within(await screen.findByRole('form'));
  expect(form.getByText('TN3W4H•••xb3m9')).toBeTruthy();
  fireEvent.click(form.getByRole('checkbox', { name: 'Send it to another address' }));
  expect(form.queryByText('TN3W4H•••xb3m9')).toBeNull();
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'TGood' } });
  fireEvent.click(form.getByRole('button', { name: /^Refund/ }));
  await waitFor(() => expect(fake.callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'TGood' }));
});

test('is read-only without the order pass', async () => {
  const { fake } = await show(
    completedWithExtra(),
    { 'orders.refundInfo': () => sampleRefundInfo({ extra: [sampleExtra()] }) },
    { token: null },
  );
  const form = within(await screen.findByRole('form'));
  const button = form.getByRole('button', { name: /^Refund/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/Only the holder of the order pass can decide/)).toBeTruthy();
  fireEvent.click(button);
  expect(fake.callsOf('orders.requestRefund')).toHaveLength(0);
});

const withMemo = () => {
  const pair = { instrumentFrom: sampleInstrument('xrp'), instrumentTo: sampleInstrument('usdttrc20') };
  return sampleOrder({ pair, depositAddress: 'rShared', depositAddressMemo: '772031' });
};

test('claims a payment without its memo by its transaction', async () => {
  const claimed = { ...withMemo(), serverTime: at(9), deposits: [sampleDeposit({ txHash: 'ab'.repeat(32) })] };
  const { fake } = await show(withMemo(), { 'orders.claimDeposit': () => claimed });
  fireEvent.click(await screen.findByText('I forgot the destination tag'));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Transaction hash' }), { target: { value: 'AB'.repeat(32) } });
  fireEvent.click(screen.getByRole('button', { name: 'This is my payment' }));
  await screen.findByText(/We have found your payment/);
  expect(fake.callsOf('orders.claimDeposit')[0]?.input).toMatchObject({ txHash: 'AB'.repeat(32) });
});

test('shows a held claim and then its result', async () => {
  const held = { ...withMemo(), serverTime: at(9), claims: [{ txHash: 'ababab•••abab', state: 'HELD' as const }] };
  const rejected = new ApiError('ERR_NOT_ACCEPTABLE', 'No', { code: 'CLAIM_REJECTED' });
  let answers = 0;
  const { stores } = await show(withMemo(), {
    'orders.claimDeposit': () => {
      answers += 1;
      if (answers > 1) throw rejected;
      return held;
    },
  });
  fireEvent.click(await screen.findByText('I forgot the destination tag'));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Transaction hash' }), { target: { value: 'AB'.repeat(32) } });
  fireEvent.click(screen.getByRole('button', { name: 'This is my payment' }));
  await screen.findByText(/A person compares your payment with this order/);
  expect(screen.getByText('ababab•••abab').parentElement?.textContent).toMatch(/^A person compares transaction/);

  act(() => {
    stores.order.take({ ...held, serverTime: at(10), claims: [{ txHash: 'ababab•••abab', state: 'REJECTED' }] });
  });
  const words = screen.getByText('ababab•••abab').parentElement;
  expect(words?.textContent).toMatch(
    /it does not belong to this order\. If you disagree, write to support with the order number/,
  );
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toContain(SAMPLE_ORDER_ID);
  fireEvent.change(screen.getByRole('textbox', { name: 'Transaction hash' }), { target: { value: 'AB'.repeat(32) } });
  fireEvent.click(screen.getByRole('button', { name: 'This is my payment' }));
  await screen.findByText(/A person has checked this payment/);
});

const STAGES = ['awaitingDeposit', 'wrongAmount', 'payingOut', 'refunded', 'expired'] as const;
test.each(STAGES)('shows the result of each claim once in the stage %s', async (stage) => {
  const claims: Order['claims'] = [
    { txHash: 'a1a1a1•••a1a1', state: 'ATTRIBUTED' },
    { txHash: 'b2b2b2•••b2b2', state: 'REJECTED' },
    { txHash: 'c3c3c3•••c3c3', state: 'HELD' },
  ];
  const order = sampleOrders[stage]();
  const attention = order.attention ?? { reason: 'CLAIM_HELD' as const, actions: ['CONTACT' as const], deadline: null };
  await show({ ...order, claims, attention });
  expect(screen.getAllByText(/is part of this order now/)).toHaveLength(1);
  expect(screen.getAllByText(/does not belong to this order/)).toHaveLength(1);
  expect(screen.getAllByText(/A person compares/)).toHaveLength(1);
});

test('shows a held claim of a host that publishes only the attention reason', async () => {
  const { claims: _claims, ...untold } = withMemo();
  await show({ ...untold, attention: { reason: 'CLAIM_HELD', actions: ['CONTACT'], deadline: null } });
  expect(screen.getByText(/A person compares the payment that you claimed/)).toBeTruthy();
});

test('says that a claim needs the order pass', async () => {
  const { fake } = await show(withMemo(), {}, { token: null });
  fireEvent.click(await screen.findByText('I forgot the destination tag'));
  fireEvent.click(await screen.findByRole('button', { name: 'This is my payment' }));
  expect(screen.getByText(/Only the holder of the order pass can decide/)).toBeTruthy();
  expect(fake.callsOf('orders.claimDeposit')).toHaveLength(0);
});

test("offers no claim while the order's own address is watched", async () => {
  await show(sampleOrder());
  expect(screen.queryByText(/I sent it/)).toBeNull();
});

test("claims a late payment to the order's own address by its transaction", async () => {
  const late = { ...sampleOrders.expired(), watchedUntil: null };
  const { fake } = await show(late, { 'orders.claimDeposit': () => ({ ...sampleOrders.confirming(), serverTime: at(40) }) });
  expect(screen.getByText(/We no longer watch this order’s address. Enter the transaction below/)).toBeTruthy();
  expect(screen.queryByText(/It is not lost/)).toBeNull();
  fireEvent.click(screen.getByText('I sent it late'));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Transaction hash' }), { target: { value: 'ab'.repeat(32) } });
  fireEvent.click(screen.getByRole('button', { name: 'This is my payment' }));
  await screen.findByText(/We have found your payment/);
  expect(fake.callsOf('orders.claimDeposit')).toHaveLength(1);
});

test('says how long the address of an expired order is watched', async () => {
  await show(sampleOrders.expired());
  expect(screen.getByText(/It is not lost.*We watch this address until/)).toBeTruthy();
  cleanup();
  // The host watches an order that holds money, whatever `watchedUntil` says.
  await show({ ...sampleOrders.expired(), watchedUntil: at(10) });
  expect(screen.getByText(/It is not lost/).textContent).not.toContain('until');
  cleanup();
  // A host that does not publish `watchedUntil`.
  const { watchedUntil: _watchedUntil, ...untold } = sampleOrders.expired();
  await show(untold);
  expect(screen.getByText(/It is not lost/).textContent).not.toContain('until');
  expect(screen.queryByText('I sent it late')).toBeNull();
});

const onEthereum = () =>
  sampleOrder({
    pair: { instrumentFrom: sampleInstrument('eth'), instrumentTo: sampleInstrument('btc') },
    depositAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  });
const finding: Answers['service.health'] = () => ({
  status: 'OK',
  host: { features: ['claim-wrong-network'], sandbox: false, brand: 'Causeway' },
});

test('claims a payment on another EVM network by its transaction', async () => {
  const unknown = new ApiError('ERR_NOT_FOUND', 'No', { code: 'DEPOSIT_UNKNOWN' });
  const { fake } = await show(onEthereum(), {
    'service.health': finding,
    'orders.claimDeposit': () => Promise.reject(unknown),
  });
  fireEvent.click(screen.getByText('I sent it on another network'));
  expect(await screen.findByText(/networks of the same kind as Ethereum/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Transaction hash' }), { target: { value: `0x${'ab'.repeat(32)}` } });
  fireEvent.click(screen.getByRole('button', { name: 'This is my payment' }));
  await screen.findByText(/We find no payment to this order in that transaction/);
  expect(fake.callsOf('orders.claimDeposit')).toHaveLength(1);
});

test('explains late payments and payments on another network in one form', async () => {
  await show({ ...onEthereum(), isExpired: true, watchedUntil: null }, { 'service.health': finding });
  fireEvent.click(screen.getByText('I sent it late, or on another network'));
  expect(await screen.findByText(/networks of the same kind as Ethereum/)).toBeTruthy();
  expect(screen.getByText(/Enter the transaction and we look for it now/)).toBeTruthy();
});

test('refers to support for a late payment to a shared address', async () => {
  await show({ ...withMemo(), isExpired: true, watchedUntil: null });
  const words = screen.getByText(/Did you send it anyway\? .* Write to support and name the transaction/);
  expect(words.textContent).not.toMatch(/we look for it/);
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toContain(SAMPLE_ORDER_ID);
  expect(screen.queryByText(/I sent it late/)).toBeNull();
  expect(await screen.findByText('I forgot the destination tag')).toBeTruthy();
});

test('offers no other network for a network that shares no addresses', async () => {
  const iotx = sampleInstrument('eth', { network: { ...sampleInstruments.eth.network, family: 'iotex', chainId: 4689 } });
  await show({ ...onEthereum(), pair: { ...onEthereum().pair, instrumentFrom: iotx } }, { 'service.health': finding });
  expect(screen.queryByText(/on another network/)).toBeNull();
});

test("offers no claim on another network without the host's feature", async () => {
  await show(onEthereum());
  expect(screen.queryByText(/on another network/)).toBeNull();
});

test('asks for a refund address on the network of the deposit', async () => {
  const instrument = { currencyTitle: 'USDT', networkTitle: 'BEP20', slug: 'usdtbep20' };
  const onOtherNetwork = sampleExtra({ instrument, refundAddress: null, actions: ['REFUND', 'CONTACT'] });
  const order = { ...onEthereum(), isExpired: true, deposits: [sampleDeposit({ instrument, isExtra: true })] };
  await show(order, { 'orders.refundInfo': () => sampleRefundInfo({ extra: [onOtherNetwork] }) });
  const form = within(await screen.findByRole('form'));
  expect(form.getByRole('textbox', { name: /BEP20/ })).toBeTruthy();
  expect(form.queryByText(/Ethereum/)).toBeNull();
  expect(screen.getByText(/The other payment that arrived is still yours/)).toBeTruthy();
  expect(screen.queryByText(/you owe nothing/)).toBeNull();
});
