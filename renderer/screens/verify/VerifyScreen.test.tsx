import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createDocumentSigner } from '../../../server/guarantee/documentSigner.ts';
import { renderPage } from '../../../tests/support/renderPage.tsx';
import { SAMPLE_SIGNER, signSample, signSampleReceipt } from '../../../tests/support/sampleGuarantee.ts';

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
  for (const part of ['Guarantee', signSample().keyId, '0.05 BTC', '= 3,483.9 USDT TRC20', 'within 0.5 %', 'after 24 hours'])
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
