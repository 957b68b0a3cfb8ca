import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createDocumentSigner } from '../../../server/guarantee/documentSigner.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import {
  SAMPLE_SIGNER,
  signSample,
  signSampleReceipt,
  signSecondVersion,
  signWithoutRefundAddress,
} from '../../../tests/support/samples/sampleGuarantee.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

async function show({ signingKeys = SAMPLE_SIGNER.publicKeys, path = '/verify' } = {}) {
  const page = await renderPage(path, {}, { signingKeys, locale: path.startsWith('/ru') ? 'ru' : 'en' });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

async function paste(text: string, name = 'Or paste its text', button = 'Verify') {
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: button }));
}

test('a guarantee that this exchange signed is valid, and is read out, without any call', async () => {
  const { fake } = await show();
  const before = fake.calls.length;
  await paste(JSON.stringify(signSample(), null, 2));
  expect(await screen.findByText('Valid')).toBeTruthy();
  const page = document.body.textContent?.replaceAll('\u00a0', ' ');
  for (const part of ['Guarantee', signSample().keyId, '0.05 BTC', '= 3,483.9 USDT TRC20', 'within 0.5 %', 'After 24 hours'])
    expect(page).toContain(part);
  expect(fake.calls.length).toBe(before);
});

test('a receipt says what came and what was paid out', async () => {
  await show();
  await paste(JSON.stringify(signSampleReceipt()));
  expect(await screen.findByText('Receipt')).toBeTruthy();
  expect(screen.getByText('Exchanged and paid out')).toBeTruthy();
  expect(document.body.textContent).toContain('ab'.repeat(32));
});

describe('what becomes of a deposit about which nobody decides is said as it was signed', () => {
  const hash = 'ab'.repeat(32);
  test.each([
    ['it goes back', signSample(), /After 24 hours without an answer the deposit goes back by itself.*ends 72 hours after/],
    ['it is kept', signWithoutRefundAddress(), /No refund address was given, so without an answer the deposit is kept for you/],
    [
      'of version 2',
      signSecondVersion({ refundAddressHash: hash }),
      /After 24 hours without an answer the deposit goes back, less/,
    ],
    ['of version 2, to nowhere', signSecondVersion({ refundAddressHash: null }), /given, so it goes back once you say where to/],
  ])('%s', async (_what, signed, said) => {
    await show();
    await paste(JSON.stringify(signed));
    expect(await screen.findByText('Valid')).toBeTruthy();
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.queryAllByText(/goes back by itself/)).toHaveLength(signed.document.refundPolicy.latestHours ? 1 : 0);
    expect(screen.queryAllByText(/After 24 hours/)).toHaveLength(signed.document.refundPolicy.decisionHours ? 1 : 0);
  });

  test.each([
    ['REFUND', signSample(), /депозит сам вернётся на указанный вами адрес возврата.*не дольше 72 ч/],
    ['KEPT', signWithoutRefundAddress(), /депозит хранится у нас, пока вы не скажете, куда его вернуть/],
  ])('in Russian: %s', async (_what, signed, said) => {
    await show({ path: '/ru/verify' });
    await paste(JSON.stringify(signed), 'Или вставьте его текст', 'Проверить');
    expect(await screen.findByText(said)).toBeTruthy();
  });

  test.each([
    ['kept, and was promised back', signSample(), { withoutDecision: 'KEPT' }],
    ['promised back, and was to be kept', signWithoutRefundAddress(), { withoutDecision: 'REFUND', decisionHours: '24' }],
    ['promised for later than was signed', signSample(), { latestHours: '720' }],
  ])('a file in which it is %s is refused', async (_what, signed, changes) => {
    await show();
    const { document } = signed;
    const refundPolicy = { ...document.refundPolicy, ...changes };
    await paste(JSON.stringify({ ...signed, document: { ...document, refundPolicy } }));
    expect(await screen.findByText('Not valid')).toBeTruthy();
  });

  test('an end that this page does not know is left to the letter', async () => {
    await show();
    const { document } = signSample();
    const refundPolicy = { ...document.refundPolicy, withoutDecision: 'HALVED' };
    await paste(JSON.stringify({ ...signSample(), document: { ...document, refundPolicy } }));
    expect(await screen.findByText(/Otherwise you decide\.$/)).toBeTruthy();
  });
});

test('one changed character is refused, and what the file says is called a claim', async () => {
  await show();
  const signed = signSample();
  await paste(JSON.stringify({ ...signed, document: { ...signed.document, amountToGet: '34839' } }));
  expect(await screen.findByText('Not valid')).toBeTruthy();
  expect(screen.getByText('What the file claims')).toBeTruthy();
});

test('a key that nobody pinned is said', async () => {
  const stranger = createDocumentSigner({ secretKey: new Uint8Array(32).fill(5), previousKeys: [], exchange: 'Causeway' });
  await show({ signingKeys: stranger.publicKeys });
  await paste(JSON.stringify(signSample()));
  expect(await screen.findByText('Signed by somebody unknown')).toBeTruthy();
});

test.each([
  ['hello', 'This is no guarantee and no receipt'],
  ['{"document":{},"signature":7}', 'This is no guarantee and no receipt'],
  ['  ', 'Choose a file or paste its text first'],
])('%j is told from a document', async (text, said) => {
  await show();
  await paste(text);
  expect(await screen.findByText(said)).toBeTruthy();
});

test('a document of odd parts breaks nothing', async () => {
  await show();
  const document = {
    keyId: 1,
    kind: ['x'],
    createdAt: 'never',
    instrumentFrom: 3,
    deposits: [null, 4, { amount: {} }],
    price: 'NaN',
  };
  await paste(JSON.stringify({ document, signature: 'zz', keyId: signSample().keyId }));
  expect(await screen.findByText('Not valid')).toBeTruthy();
});

test('a file can be chosen', async () => {
  const { container } = await show();
  const input = container.querySelector('input[type=file]');
  if (!input) throw new Error('There is no way to choose a file');
  fireEvent.change(input, { target: { files: [new File([JSON.stringify(signSample())], 'guarantee.json')] } });
  expect(await screen.findByText('Valid')).toBeTruthy();
});

test('in Russian, and without keys it says so', async () => {
  await show({ signingKeys: [], path: '/ru/verify' });
  expect(screen.getByText(/В настройках сайта нет ключей/)).toBeTruthy();
  await paste(JSON.stringify(signSample()), 'Или вставьте его текст', 'Проверить');
  expect(await screen.findByText('Подписано неизвестно кем')).toBeTruthy();
  expect(document.body.textContent).toMatch(/больше чем на 0,5\s%/);
});
