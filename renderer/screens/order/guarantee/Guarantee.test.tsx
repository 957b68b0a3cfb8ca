import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../../../contract/api/orders.ts';
import type { SignedGuarantee } from '../../../../contract/signedDocuments/guarantee.ts';
import { readSignedDocument } from '../../../../contract/signedDocuments/readSignedDocument.ts';
import { verifyDocument } from '../../../../contract/signedDocuments/signature.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  SAMPLE_SIGNER,
  signSample,
  signSampleReceipt,
  signWithoutRefundAddress,
} from '../../../../tests/support/samples/sampleGuarantee.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

const TAMPERED = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const signed = (changes: Partial<Order> = {}) => sampleOrder({ guarantee: signSample(), ...changes });

async function show(order: Order, { locale = 'en', signingKeys = SAMPLE_SIGNER.publicKeys }: Options = {}) {
  const path = `${locale === 'ru' ? '/ru' : ''}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const page = await renderPage(path, { 'orders.publicInfo': () => order }, { locale, signingKeys });
  await screen.findByRole('heading', { level: 1 });
  return page;
}
/** A payment URI scheme that wallets read as a payment to another address. */
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

test('shows the signer beside the address and saves the guarantee', async () => {
  const { fake } = await show(signed());
  expect(screen.getByText('Signed by this exchange')).toBeTruthy();
  const { guarantee } = signed();
  expect(screen.getByText(`${guarantee?.keyId.slice(0, 4)}…${guarantee?.keyId.slice(-4)}`)).toBeTruthy();
  const details = screen.getByText('Signed by this exchange').closest('details');
  if (!details) throw new Error('The details are missing');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.click(await screen.findByRole('button', { name: 'Save guarantee' }));
  expect(
    screen.getByText(/If we get no answer within 24 hours, we send the deposit back to the refund address that you gave/),
  ).toBeTruthy();
  const [file] = fake.saved;
  expect(file?.name).toBe(`guarantee-${SAMPLE_ORDER_ID}.json`);
  const { signed: saved } = readSignedDocument(file?.text ?? '');
  expect(saved && verifyDocument(saved, SAMPLE_SIGNER.publicKeys)).toBe('valid');
});

test('promises no refund time without a refund address', async () => {
  await show(sampleOrder({ guarantee: signWithoutRefundAddress(), rateMode: 'FLOATING', refundAddress: null }));
  const details = screen.getByText('Signed by this exchange').closest('details');
  if (!details) throw new Error('The details are missing');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  expect(await screen.findByText(/we keep the deposit until you say where to send it back/)).toBeTruthy();
  expect(screen.queryByText(/hours/)).toBeNull();
});

test('shows no signature information without pinned keys', async () => {
  await show(signed({ depositAddress: TAMPERED }), { signingKeys: [] });
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  expect(screen.queryByText('Signed by this exchange')).toBeNull();
  expect(screen.queryByText('Verify a receipt')).toBeNull();
});

test('makes the payment code of a signed order', async () => {
  await show(signed());
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /QR/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open in a wallet' })).toBeTruthy();
});

describe('hides address, amount and QR code that are not signed', () => {
  const forged = { ...signSample({ depositAddress: TAMPERED }), signature: '00'.repeat(64) };
  const { document: promise, ...signature } = signSample();
  const keeping = {
    ...signature,
    document: { ...promise, refundPolicy: { ...promise.refundPolicy, withoutDecision: 'KEPT' } },
  };
  test.each([
    ['another address', signed({ depositAddress: TAMPERED }), /Deposit address.*signed: bc1qw5…v8f3t4received: bc1qar…wf5mdq/],
    [
      'another address for the second attempt after a reorg',
      signed({ depositAddress: TAMPERED, orderEvents: sampleOrders.confirming().orderEvents }),
      /Deposit address/,
    ],
    ['another amount', signed({ claimedDepositAmount: '0.5' }), /Amount to send.*signed: 0.05received: 0.5/],
    ['an additional memo', signed({ depositAddressMemo: '99' }), /Deposit memo.*signed: nonereceived: 99/],
    ['another destination', signed({ destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' }), /Paid out to/],
    ['a forged document', signed({ depositAddress: TAMPERED, guarantee: forged }), /not from this exchange/],
    ['a removed refund promise', signed({ guarantee: keeping as SignedGuarantee }), /not from this exchange/],
    ['a payment scheme with another address', forgedScheme(), /Coin to send.*signed: bitcoinreceived: bitcoi…0\.05&x/],
    ['no guarantee at all', sampleOrder({ depositAddress: TAMPERED, guarantee: null }), /without the signature/],
    ['a host that omits the guarantee', sampleOrder(), /without the signature/],
  ])('%s', async (_what, order, said) => {
    const { stores } = await show(order);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Don’t send anything');
    expect(stores.page.title).toBe('Don’t send anything');
    const refusal = screen.getByRole('region', { name: 'Don’t send anything' });
    expect(refusal.textContent).toMatch(said);
    expect(screen.getByRole('alert').textContent).toContain('Don’t send anything');
    expect(screen.queryByRole('region', { name: 'What to send' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Copy the a/ })).toBeNull();
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
    const sent = order.depositAddress === sampleOrder().depositAddress ? [] : [order.depositAddress];
    for (const address of [TAMPERED, ...sent]) expect(document.body.innerHTML).not.toContain(address);
    expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe(`/support?order=${SAMPLE_ORDER_ID}`);
  });

  test('shows the refusal in Russian', async () => {
    await show(signed({ depositAddress: TAMPERED }), { locale: 'ru' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ничего не отправляйте');
    expect(screen.getByText(/Страница получила не то, что подписал сервис/)).toBeTruthy();
  });
});

test('hides the address when a later response changes it', async () => {
  const { stores } = await show(signed());
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  stores.order.take(signed({ depositAddress: TAMPERED }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy the address' })).toBeNull());
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Don’t send anything');
});

test('reports a difference after the deposit and keeps showing the order', async () => {
  await show({ ...sampleOrders.confirming(), guarantee: signSample(), destinationAddressMemo: '7' });
  expect(screen.getByText('Part of this page was not signed')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirming: 1 of 2');
});

test.each(['confirming', 'completed', 'expired'] as const)('saves the guarantee of an order that is %s', async (name) => {
  await show({ ...sampleOrders[name](), guarantee: signSample() });
  const details = await screen.findByRole('region', { name: 'Details' });
  expect(within(details).getByText('Signed by this exchange')).toBeTruthy();
});

test('shows no signature information for an ended order without a guarantee', async () => {
  await show(sampleOrders.completed());
  expect(screen.queryByText(/signed/i)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save the signed file' })).toBeNull();
});

test.each(['completed', 'refunded'] as const)('offers the receipt of a %s order', async (name) => {
  const receipt = signSampleReceipt();
  const { fake } = await show({ ...sampleOrders[name](), guarantee: signSample(), receipt });
  fireEvent.click(screen.getByRole('button', { name: 'Save the signed file' }));
  expect(fake.saved[0]?.name).toBe(`receipt-${SAMPLE_ORDER_ID}.json`);
  expect(JSON.parse(fake.saved[0]?.text ?? '')).toEqual(receipt);
});

test('refuses a receipt that this exchange did not sign', async () => {
  const receipt = { ...signSampleReceipt(), signature: '00'.repeat(64) };
  await show({ ...sampleOrders.completed(), guarantee: signSample(), receipt });
  expect(screen.queryByRole('button', { name: 'Save the signed file' })).toBeNull();
  expect(screen.getByText(/not signed by this exchange/)).toBeTruthy();
});
