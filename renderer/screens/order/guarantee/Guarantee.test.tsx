import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '../../../../contract/api/orders.ts';
import { readSignedDocument, type SignedGuarantee } from '../../../../contract/guarantee.ts';
import { verifyDocument } from '../../../../contract/signature.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  SAMPLE_SIGNER,
  signFirstVersion,
  signSample,
  signSampleReceipt,
  signWithoutRefundAddress,
} from '../../../../tests/support/samples/sampleGuarantee.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

const TAMPERED = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const signed = (changes: Partial<Order> = {}) => sampleOrder({ guarantee: signSample(), ...changes });

async function show(order: Order, { locale = 'en', signingKeys = SAMPLE_SIGNER.publicKeys }: Options = {}) {
  const path = `${locale === 'ru' ? '/ru' : ''}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const page = await renderPage(path, { 'orders.publicInfo': () => order }, { locale, signingKeys });
  await screen.findByRole('heading', { level: 1 });
  return page;
}
/** What wallets would take for a payment to somebody else. */
function forgedScheme(): Order {
  const { pair } = sampleOrder();
  const paymentUriScheme = `bitcoin:${TAMPERED}?amount=0.05&x`;
  const network = pair.instrumentFrom.network && { ...pair.instrumentFrom.network, paymentUriScheme };
  return signed({ pair: { ...pair, instrumentFrom: { ...pair.instrumentFrom, ...(network && { network }) } } });
}

interface Options {
  locale?: 'en' | 'ru';
  signingKeys?: readonly string[];
}

test('beside the address stands who signed it, and the guarantee can be saved', async () => {
  const { fake } = await show(signed());
  expect(screen.getByText('Signed by this exchange')).toBeTruthy();
  const { guarantee } = signed();
  expect(screen.getByText(guarantee?.keyId ?? '')).toBeTruthy();
  const details = screen.getByText('Signed by this exchange').closest('details');
  if (!details) throw new Error('The details are gone');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.click(await screen.findByRole('button', { name: 'Save guarantee' }));
  expect(
    screen.getByText(/After 24 hours without an answer the deposit goes back by itself to the refund address you gave/),
  ).toBeTruthy();
  const [file] = fake.saved;
  expect(file?.name).toBe(`guarantee-${SAMPLE_ORDER_ID}.json`);
  const saved = readSignedDocument(file?.text ?? '');
  expect(saved && verifyDocument(saved, SAMPLE_SIGNER.publicKeys)).toBe('valid');
});

test('without a refund address the card says that the deposit is kept, and promises no hour', async () => {
  await show(sampleOrder({ guarantee: signWithoutRefundAddress(), rateMode: 'FLOATING', refundAddress: null }));
  const details = screen.getByText('Signed by this exchange').closest('details');
  if (!details) throw new Error('The details are gone');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  expect(await screen.findByText(/the deposit is kept for you until you say where to send it back/)).toBeTruthy();
  expect(screen.queryByText(/hours/)).toBeNull();
});

test('a host that pins no keys shows the order as ever, and nothing of signatures', async () => {
  await show(signed({ depositAddress: TAMPERED }), { signingKeys: [] });
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  expect(screen.queryByText('Signed by this exchange')).toBeNull();
  expect(screen.queryByText('Verify a receipt')).toBeNull();
});

test.each([
  ['the code of the whole payment is made of what was signed', signSample(), true],
  ['a guarantee that names no network leaves the address alone', signFirstVersion(), false],
] as const)('%s', async (_what, guarantee, hasPayment) => {
  await show(signed({ guarantee }));
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /QR/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open in a wallet' }) !== null).toBe(hasPayment);
});

describe('what was not signed is refused: no address, no amount, no code, nothing to copy', () => {
  const forged = { ...signSample({ depositAddress: TAMPERED }), signature: '00'.repeat(64) };
  const { document: promise, ...signature } = signSample();
  const keeping = {
    ...signature,
    document: { ...promise, refundPolicy: { ...promise.refundPolicy, withoutDecision: 'KEPT' } },
  };
  test.each([
    ['another address', signed({ depositAddress: TAMPERED }), /Deposit address.*signed: bc1qw5…v8f3t4given: bc1qar…wf5mdq/],
    [
      'another address to send to again, the first deposit being gone',
      signed({ depositAddress: TAMPERED, orderEvents: sampleOrders.confirming().orderEvents }),
      /Deposit address/,
    ],
    ['another amount', signed({ claimedDepositAmount: '0.5' }), /You send.*signed: 0.05given: 0.5/],
    ['a memo more', signed({ depositAddressMemo: '99' }), /Memo of the deposit.*signed: nonegiven: 99/],
    ['another destination', signed({ destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' }), /Paid out to/],
    ['a forged document', signed({ depositAddress: TAMPERED, guarantee: forged }), /not that of this exchange/],
    ['a promise of a refund that was taken out', signed({ guarantee: keeping as SignedGuarantee }), /not that of this exchange/],
    ['a scheme with another address in it', forgedScheme(), /Coin to send.*signed: bitcoingiven: bitcoi…0\.05&x/],
    ['no guarantee at all', sampleOrder({ depositAddress: TAMPERED, guarantee: null }), /without the signature/],
    ['a host that leaves it out', sampleOrder(), /without the signature/],
  ])('%s', async (_what, order, said) => {
    const { stores } = await show(order);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Do not send');
    expect(stores.page.title).toBe('Do not send');
    const refusal = screen.getByRole('region', { name: 'Do not send' });
    expect(refusal.textContent).toMatch(said);
    expect(screen.getByRole('alert').textContent).toContain('Do not send');
    expect(screen.queryByRole('region', { name: 'What to send' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Copy the a/ })).toBeNull();
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
    const sent = order.depositAddress === sampleOrder().depositAddress ? [] : [order.depositAddress];
    for (const address of [TAMPERED, ...sent]) expect(document.body.innerHTML).not.toContain(address);
    expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe(`/support?order=${SAMPLE_ORDER_ID}`);
  });

  test('in Russian too', async () => {
    await show(signed({ depositAddress: TAMPERED }), { locale: 'ru' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Не отправляйте');
    expect(screen.getByText(/Страница получила не то, что подписал сервис/)).toBeTruthy();
  });
});

test('an answer that changes the address later takes the shown one away', async () => {
  const { stores } = await show(signed());
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  stores.order.take(signed({ depositAddress: TAMPERED }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy the address' })).toBeNull());
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Do not send');
});

test('after the deposit a difference is said, and the order goes on being shown', async () => {
  await show({ ...sampleOrders.confirming(), guarantee: signSample(), destinationAddressMemo: '7' });
  expect(screen.getByText('Something here was not signed')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirming: 1 of 2');
});

test.each(['confirming', 'completed', 'expired'] as const)(
  'an order that is %s still has its guarantee to save',
  async (name) => {
    await show({ ...sampleOrders[name](), guarantee: signSample() });
    expect(screen.getByRole('region', { name: 'Signed by this exchange' })).toBeTruthy();
  },
);

test('an order of a time before signatures ends without a word of them', async () => {
  await show(sampleOrders.completed());
  expect(screen.queryByText(/signed/i)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save receipt' })).toBeNull();
});

test.each(['completed', 'refunded'] as const)('a %s order offers its receipt', async (name) => {
  const receipt = signSampleReceipt();
  const { fake } = await show({ ...sampleOrders[name](), guarantee: signSample(), receipt });
  fireEvent.click(screen.getByRole('button', { name: 'Save receipt' }));
  expect(fake.saved[0]?.name).toBe(`receipt-${SAMPLE_ORDER_ID}.json`);
  expect(JSON.parse(fake.saved[0]?.text ?? '')).toEqual(receipt);
});

test('a receipt that this exchange did not sign is not offered', async () => {
  const receipt = { ...signSampleReceipt(), signature: '00'.repeat(64) };
  await show({ ...sampleOrders.completed(), guarantee: signSample(), receipt });
  expect(screen.queryByRole('button', { name: 'Save receipt' })).toBeNull();
  expect(screen.getByText(/not signed by this exchange/)).toBeTruthy();
});
