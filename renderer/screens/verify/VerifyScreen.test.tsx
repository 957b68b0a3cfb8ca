import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createDocumentSigner } from '../../../server/guarantee/documentSigner.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import {
  SAMPLE_SIGNER,
  signFormerVersion,
  signSample,
  signSampleReceipt,
  signWithoutRefundAddress,
} from '../../../tests/support/samples/sampleGuarantee.ts';

async function show({ signingKeys = SAMPLE_SIGNER.publicKeys, path = '/verify' } = {}) {
  const page = await renderPage(path, {}, { signingKeys, locale: path.startsWith('/ru') ? 'ru' : 'en' });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

async function paste(text: string, name = 'Or paste its text', button = 'Verify') {
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: button }));
}

test('verifies and shows a guarantee of this exchange without any call', async () => {
  const { fake } = await show();
  const before = fake.calls.length;
  await paste(JSON.stringify(signSample(), null, 2));
  expect(await screen.findByText('Valid')).toBeTruthy();
  const page = document.body.textContent?.replaceAll('\u00a0', ' ');
  for (const part of [
    'Guarantee',
    signSample().keyId,
    '0.05 BTC',
    '= 3,483.9 USDT TRC20',
    'within 0.5 %',
    'no answer within 24 hours',
  ])
    expect(page).toContain(part);
  expect(fake.calls.length).toBe(before);
});

test('shows deposit and payout of a receipt', async () => {
  await show();
  await paste(JSON.stringify(signSampleReceipt()));
  expect(await screen.findByText('Receipt')).toBeTruthy();
  expect(screen.getByText('Exchanged and paid out')).toBeTruthy();
  expect(document.body.textContent).toContain('ab'.repeat(32));
});

describe('the terms of a guarantee', () => {
  const SAID = {
    en: [
      'In a block by',
      'Of which for collecting your deposit',
      'Hash of the order pass',
      'for sending it and for collecting the deposit',
      'within 24 hours of the first one becomes a new order',
    ],
    ru: [
      'В блоке до',
      'В том числе за приём платежа',
      'Хеш ключа заявки',
      'за его отправку и за приём платежа',
      'в течение 24 ч после первого становится новой заявкой',
    ],
  };
  const signed = signSample({
    confirmBy: '2026-11-20T15:22:00.000Z',
    collectionFee: '0.44',
    orderTokenHash: 'cd'.repeat(32),
    laterDeposits: { rule: 'NEW_ORDER', withinHours: '24' },
  });

  test.each(['en', 'ru'] as const)('are shown with their labels: %s', async (locale) => {
    const isEnglish = locale === 'en';
    await show({ path: isEnglish ? '/verify' : '/ru/verify' });
    await paste(JSON.stringify(signed), ...(isEnglish ? [] : (['Или вставьте его текст', 'Проверить'] as const)));
    await screen.findByText(isEnglish ? 'Valid' : 'Подпись верна');
    for (const said of SAID[locale]) expect(document.body.textContent).toContain(said);
  });

  test('say that the customer decides about a later deposit of a fixed rate', async () => {
    await show();
    await paste(JSON.stringify(signSample()));
    expect(
      await screen.findByText('If you send another deposit to the same address, you decide what happens to it.'),
    ).toBeTruthy();
  });
});

test('names the token standard of tokens only', async () => {
  await show();
  const eth = { slug: 'eth', currencyTitle: 'ETH', networkTitle: 'ERC20' };
  await paste(JSON.stringify(signSampleReceipt({ instrumentFrom: eth })));
  await screen.findByText('Receipt');
  expect(document.body.textContent).toContain('ETH');
  expect(document.body.textContent).not.toContain('ETH ERC20');
});

test('shows what arrived of a payout', async () => {
  await show();
  const [payout] = signSampleReceipt().document.withdrawals;
  if (!payout) throw new Error('The sample has no payout');
  await paste(JSON.stringify(signSampleReceipt({ withdrawals: [{ ...payout, amount: '100', arrivedAmount: '98.5' }] })));
  await screen.findByText('Receipt');
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain('100 USDT TRC20, of which 98.5 USDT TRC20 arrived');
});

describe('the signed policy for a deposit without a decision', () => {
  test.each([
    ['refund', signSample(), /If we get no answer within 24 hours, we send the deposit back.*at most 72 hours from when/],
    ['on hold', signWithoutRefundAddress(), /You gave no refund address. If we get no answer, we keep the deposit/],
  ])('is shown: %s', async (_what, signed, said) => {
    await show();
    await paste(JSON.stringify(signed));
    expect(await screen.findByText('Valid')).toBeTruthy();
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.queryAllByText(/at most 72 hours from when/)).toHaveLength(signed.document.refundPolicy.latestHours ? 1 : 0);
    expect(screen.queryAllByText(/no answer within 24 hours/)).toHaveLength(signed.document.refundPolicy.decisionHours ? 1 : 0);
  });

  test.each([
    ['REFUND', signSample(), /мы вернём платёж на указанный вами адрес возврата.*не дольше чем на 72 ч/],
    ['KEPT', signWithoutRefundAddress(), /мы храним платёж, пока вы не скажете, куда его вернуть/],
  ])('in Russian: %s', async (_what, signed, said) => {
    await show({ path: '/ru/verify' });
    await paste(JSON.stringify(signed), 'Или вставьте его текст', 'Проверить');
    expect(await screen.findByText(said)).toBeTruthy();
  });

  test.each([
    ['on hold although a refund was promised', signSample(), { withoutDecision: 'KEPT' }],
    ['a refund although it is on hold', signWithoutRefundAddress(), { withoutDecision: 'REFUND', decisionHours: '24' }],
    ['a later deadline than the signed one', signSample(), { latestHours: '720' }],
  ])('is rejected if it was changed to %s', async (_what, signed, changes) => {
    await show();
    const { document } = signed;
    const refundPolicy = { ...document.refundPolicy, ...changes };
    await paste(JSON.stringify({ ...signed, document: { ...document, refundPolicy } }));
    expect(await screen.findByText('Not valid')).toBeTruthy();
  });

  test('omits an unknown policy from the labelled lines', async () => {
    await show();
    const { document } = signSample();
    const refundPolicy = { ...document.refundPolicy, withoutDecision: 'HALVED' };
    await paste(JSON.stringify({ ...signSample(), document: { ...document, refundPolicy } }));
    expect(await screen.findByText(/Otherwise you decide\. A refund costs/)).toBeTruthy();
  });
});

test('rejects a changed character and labels the content as unverified', async () => {
  await show();
  const signed = signSample();
  await paste(JSON.stringify({ ...signed, document: { ...signed.document, amountToGet: '34839' } }));
  expect(await screen.findByText('Not valid')).toBeTruthy();
  expect(screen.getByText('What the file claims')).toBeTruthy();
});

test('reports a key that is not pinned', async () => {
  const stranger = createDocumentSigner({ secretKey: new Uint8Array(32).fill(5), previousKeys: [], exchange: 'Causeway' });
  await show({ signingKeys: stranger.publicKeys });
  await paste(JSON.stringify(signSample()));
  expect(await screen.findByText('Signed with an unknown key')).toBeTruthy();
});

test.each([
  ['hello', 'This is neither a guarantee nor a receipt'],
  ['{"document":{},"signature":7}', 'This is neither a guarantee nor a receipt'],
  ['  ', 'Choose a file or paste its text first.'],
])('rejects %j, which is not a document', async (text, said) => {
  await show();
  await paste(text);
  expect(await screen.findByText(said)).toBeTruthy();
});

describe('a file that programs could read differently', () => {
  const { document, ...signature } = signSample();
  const text = JSON.stringify({ document, ...signature });
  const refused: [name: string, text: string, en: RegExp, ru: RegExp][] = [
    [
      'a key twice',
      text.replace('"document":{', '"document":{"depositAddress":"bc1qattacker",'),
      /“depositAddress” occurs more than once/,
      /«depositAddress» встречается несколько раз/,
    ],
    ['a second document', text + text, /The file has more text after the document/, /После документа в файле есть ещё текст/],
    [
      'an unsigned field',
      text.replace('{', '{"note":"x",'),
      /“note” is not part of what was signed/,
      /«note» не входит в подписанное/,
    ],
    [
      'a number',
      text.replace('"minConfirmations":"2"', '"minConfirmations":2'),
      /“minConfirmations” is a number/,
      /«minConfirmations» — число/,
    ],
    [
      'another version of the document',
      JSON.stringify(signFormerVersion()),
      /can’t check version 4 of this document/,
      /не может проверить документ версии 4/,
    ],
    [
      'another form of the signature',
      JSON.stringify({ document, ...signature, signature: signature.signature.toUpperCase() }),
      /128 characters, 0 to 9 and lower-case a to f/,
      /128 знаков, цифры и строчные буквы/,
    ],
  ];
  test.each(refused)('is refused with its reason: %s', async (_what, file, en, ru) => {
    await show();
    await paste(file);
    expect(await screen.findByText(en)).toBeTruthy();
    expect(screen.queryByText('Valid')).toBeNull();
    cleanup();
    await show({ path: '/ru/verify' });
    await paste(file, 'Или вставьте его текст', 'Проверить');
    expect(await screen.findByText(ru)).toBeTruthy();
  });
});

test('handles a document with invalid fields', async () => {
  await show();
  const document = {
    keyId: null,
    kind: 'guarantee',
    version: '5',
    createdAt: 'never',
    instrumentFrom: true,
    deposits: [null, 'x', { amount: {} }],
    price: 'NaN',
  };
  await paste(JSON.stringify({ document, signature: '00'.repeat(64), keyId: signSample().keyId }));
  expect(await screen.findByText('Not valid')).toBeTruthy();
});

test('reads a chosen file', async () => {
  const { container } = await show();
  const input = container.querySelector('input[type=file]');
  if (!input) throw new Error('The page has no file input');
  fireEvent.change(input, { target: { files: [new File([JSON.stringify(signSample())], 'guarantee.json')] } });
  expect(await screen.findByText('Valid')).toBeTruthy();
});

test('reports missing keys in Russian', async () => {
  await show({ signingKeys: [], path: '/ru/verify' });
  expect(screen.getByText(/В настройках сайта нет ключей/)).toBeTruthy();
  await paste(JSON.stringify(signSample()), 'Или вставьте его текст', 'Проверить');
  expect(await screen.findByText('Подписано неизвестным ключом')).toBeTruthy();
  expect(document.body.textContent).toMatch(/больше чем на 0,5\s%/);
});
