import { FIXED_RATE_LOCK_MS } from '../../contract/limits.ts';
import type { Locator } from 'playwright';
import { expect, test, vi } from 'vitest';
import { ADDRESSES, exchangeForm, type ExchangeForm } from '../support/browser/exchangeForm.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';

const say = await loadWords('en');
const { visit } = useSite();

async function openForm(path: string) {
  const visitor = await visit();
  await visitor.open(path);
  return { ...visitor, form: exchangeForm(visitor.page, say) };
}

/** Waits until a field holds this text. */
async function untilValue(field: Locator, text: string | RegExp): Promise<void> {
  await vi.waitFor(async () => expect(await field.inputValue()).toMatch(text), PATIENCE);
}

const setAmount = ({ form }: ExchangeForm) =>
  form.getByRole('button', { name: anyOf(say('exchange.setAmount', { amount: ANY })) });

/** The bound that the field offers and the form's button names: they move with the price, and always together. */
async function saidTwice(form: ExchangeForm, message: 'exchange.button.tooSmall' | 'exchange.button.tooBig'): Promise<string> {
  let bound = '';
  const isSaidTwice = async () => {
    bound = amountOn(await setAmount(form).textContent());
    return await form.button(say(message, { amount: `${bound} BTC` })).isVisible();
  };
  await vi.waitFor(async () => expect(await isSaidTwice()).toBe(true), PATIENCE);
  return bound;
}

/** "0.0002" of "Set 0.0002". */
const amountOn = (label: string | null) => label?.replace(say('exchange.setAmount', { amount: '' }), '').trim() ?? '';

const only = (text: string) => new RegExp(`^${text}$`);

test.concurrent('names the minimum of an amount that is too small and fills it in on a click', async () => {
  const { page, form, close } = await openForm('/exchange-btc-usdttrc20');
  await form.send.fill('0.00000001');
  await saidTwice(form, 'exchange.button.tooSmall');

  // The bound moves with the price: what stands there at the press counts.
  const pressed = await setAmount(form).evaluate((button: HTMLElement) => {
    const label = button.textContent;
    button.click();
    return label;
  });
  const minimum = amountOn(pressed);
  await untilValue(form.send, only(minimum.replaceAll('.', String.raw`\.`)));
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  await page.waitForURL((url) => url.searchParams.get('amount') === minimum);
  await close();
});

test.concurrent('names the maximum of an amount that is too large', async () => {
  const { form, close } = await openForm('/exchange-btc-usdttrc20');
  await form.send.fill('900');
  await saidTwice(form, 'exchange.button.tooBig');
  await close();
});

test.concurrent('keeps coins and amount in the URL, without an amount that can not be exchanged', async () => {
  const { page, form, close } = await openForm('/exchange-btc-usdttrc20?ref=friend');
  await form.send.fill('0.03');
  await page.waitForURL('/exchange-btc-usdttrc20?ref=friend&send=btc&receive=usdttrc20&amount=0.03');
  await form.send.fill('0.00000001');
  await page.waitForURL('/exchange-btc-usdttrc20?ref=friend&send=btc&receive=usdttrc20');
  await form.send.fill('0.04');
  await form.receiveCoin.click();
  await page.getByRole('combobox').fill('eth');
  await page.getByRole('option', { name: /^ETH on Ethereum/ }).click();
  await page.waitForURL('/exchange-btc-eth?ref=friend&send=btc&receive=eth&amount=0.04');
  await close();
});

test.concurrent('prefers send and receive in the query to the path', async () => {
  const { page, form, close } = await openForm('/exchange-btc-usdttrc20?send=ltc&receive=eth&amount=3');
  expect(new URL(page.url()).pathname).toBe('/exchange-ltc-eth');
  expect(await form.send.inputValue()).toBe('3');
  await form.form.getByRole('button', { name: say('exchange.chooseSend', { coin: 'LTC on Litecoin' }) }).waitFor();
  await close();
});

test.concurrent('moves the typed amount with its coin when the sides are swapped', async () => {
  const { page, form, close } = await openForm('/exchange-btc-usdttrc20');
  await form.send.fill('0.02');
  await form.swap.click();
  await form.form.getByRole('button', { name: say('exchange.chooseReceive', { coin: 'BTC on Bitcoin' }) }).waitFor();
  await untilValue(form.receive, only('0.02'));
  await untilValue(form.send, /^\d[\d,]*\.?\d*$/);
  await page.waitForURL(/\/exchange-usdttrc20-btc\?/);
  await form.address('BTC', 'Bitcoin').waitFor();
  await close();
});

test.concurrent('keeps what was typed after a change of language and a reload', async () => {
  const { page, form, close } = await openForm('/exchange-btc-usdttrc20');
  await form.send.fill('0.05');
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.05 BTC' })).waitFor();

  await page.getByRole('link', { name: say('shell.switchLanguage', { title: 'RU', name: 'Russian' }) }).click();
  await page.waitForURL(/\/ru\/exchange-btc-usdttrc20/);
  const sayRussian = await loadWords('ru');
  const russian = exchangeForm(page, sayRussian);
  const ready = russian.button(sayRussian('exchange.button.ready', { amount: '0,05 BTC' }));
  await ready.waitFor();
  // The draft is written when the typing rests, and the address later.
  await page.waitForURL(/amount=0\.05/);
  await page.waitForFunction(() => {
    const draft = JSON.parse(sessionStorage.getItem('exchange-draft') ?? '{}') as Record<string, unknown>;
    return draft['typedText'] === '0.05' && draft['areTermsAccepted'] === true && draft['refund'] !== '';
  });
  await page.reload();
  await ready.waitFor();
  expect(await russian.address('USDT', 'TRON').inputValue()).toBe(ADDRESSES.tron);
  expect(await russian.refundAddress('BTC', 'Bitcoin').inputValue()).toBe(ADDRESSES.bitcoin);
  await close();
});

test.concurrent('reads address and amount from a payment request', async () => {
  const { page, form, close } = await openForm('/exchange-usdttrc20-btc');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `bitcoin:${ADDRESSES.bitcoin}?amount=0.02`);
  await form.form
    .getByRole('button', { name: say('exchange.paste') })
    .first()
    .click();
  await untilValue(form.address('BTC', 'Bitcoin'), only(ADDRESSES.bitcoin));
  expect(await form.receive.inputValue()).toBe('0.02');
  await form.form.getByText(say('exchange.pasted', { withAmount: 'true', withMemo: 'false' })).waitFor();
  await close();
});

test.concurrent('names the network of an address that belongs to another one', async () => {
  const { form, close } = await openForm('/exchange-btc-usdttrc20');
  const address = form.address('USDT', 'TRON');
  await address.fill(ADDRESSES.ethereum);
  const names = { detected: ANY, coin: 'USDT', network: 'TRON' };
  await form.form.getByText(anyOf(say('exchange.addressWrongNetwork', names))).waitFor();
  await form.button(say('exchange.button.destinationInvalid', { coin: 'USDT' })).click();
  expect(await address.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test.concurrent.for(['/exchange-btc-usdttrc20', '/exchange-usd-btc?amount=1000'])(
  'keeps only the button of %s above the fold of a low screen, not the consent',
  async (path, { expect }) => {
    const { page, open, close } = await visit({ viewport: { width: 1440, height: 760 } });
    await open(path);
    const form = page.locator('#exchange-form');
    await form.getByRole('checkbox').waitFor();
    const shown = async () =>
      await form.evaluate((card) => {
        const top = (selector: string) => card.querySelector(selector)?.getBoundingClientRect().top ?? 0;
        return [top('button[type=submit]') < innerHeight, top('#exchange-terms') < innerHeight];
      });
    expect(await shown()).toEqual([true, false]);
    await page.setViewportSize({ width: 1440, height: 1_000 });
    expect(await shown()).toEqual([true, true]);
    await close();
  },
);

test.concurrent('rejects a refund address that equals the destination', async () => {
  const { form, close } = await openForm('/exchange-eth-usdterc20?amount=1');
  await form.fixed.check();
  await form.address('USDT', 'Ethereum').fill(ADDRESSES.ethereum);
  await form.refundAddress('ETH', 'Ethereum').fill(ADDRESSES.ethereum.toLowerCase());
  await form.form.getByText(say('error_address_must_be_different')).waitFor();
  await form.button(say('exchange.button.refundInvalid')).waitFor();
  await close();
});

test.concurrent('falls back to the floating rate while the amount allows no fixed one', async () => {
  const { form, close } = await openForm('/exchange-btc-usdttrc20?amount=0.01');
  await form.fixed.check();
  await form.send.fill('0.3');
  await form.form.getByText(anyOf(say('exchange.fixedUpTo', { amount: ANY }))).waitFor();
  expect(await form.fixed.isDisabled()).toBe(true);
  await form.form.getByRole('button', { name: anyOf(say('exchange.setAmount', { amount: ANY })) }).click();
  await form.form.getByText(say('hold.seenWithin', { minutes: FIXED_RATE_LOCK_MS / 60_000 })).waitFor();
  expect(await form.fixed.isChecked()).toBe(true);
  expect(Number(await form.send.inputValue())).toBeLessThan(0.3);
  await close();
});

test.concurrent('moves the focus to the missing field when the button is pressed', async () => {
  const { form, close } = await openForm('/exchange-btc-usdttrc20?amount=0.01');
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).click();
  await form.form.getByText(say('error_address_empty')).waitFor();
  const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);
  expect(await hasFocus(form.address('USDT', 'TRON'))).toBe(true);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.button(say('exchange.button.terms')).click();
  expect(await hasFocus(form.terms)).toBe(true);
  await close();
});

// Not concurrent: the clipboard is shared.
test.each([
  { locale: 'en', path: '', grouped: '1,234.56', ambiguous: '12,500', read: '12.5', other: '12,500' },
  { locale: 'ru', path: '/ru', grouped: '1\u00a0234,56', ambiguous: '12.500', read: '12,5', other: '12\u00a0500' },
] as const)('reads typed and pasted amounts in $locale and shows how it read them', async (sample) => {
  const { page, close, ...visitor } = await visit();
  await visitor.open(`${sample.path}/exchange-usdttrc20-btc`);
  const words = await loadWords(sample.locale);
  const form = exchangeForm(page, words);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const paste = async (text: string) => {
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await form.send.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
  };
  const note = (amount: string) => form.form.getByText(words('exchange.readAs', { amount }));

  for (const text of ['1 234,56', '1234.56', '1,234.56', '1.234,56']) {
    await form.send.fill('');
    await paste(text);
    await untilValue(form.send, only(sample.grouped.replace('.', String.raw`\.`)));
  }
  await note(sample.grouped).waitFor();
  await paste('-5e3');
  await form.form.getByText(words('exchange.refused.characters')).waitFor();
  expect(await form.send.inputValue()).toBe(sample.grouped);

  await form.send.fill('');
  await form.send.pressSequentially(sample.ambiguous);
  await note(sample.read).waitFor();
  await form.form.getByRole('button', { name: words('exchange.readAsOther', { amount: sample.other }), exact: true }).click();
  await untilValue(form.send, only(sample.other));
  await note(sample.other).waitFor();

  await form.send.focus();
  await form.send.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
  await page.keyboard.press('7');
  await untilValue(form.send, only(sample.other.replace('12', '172')));
  expect(await form.send.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
  await close();
});
