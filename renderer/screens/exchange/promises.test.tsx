import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { RateInput } from '../../../contract/api/rates.ts';
import { CONGESTED_REFUND_WAIT_MS, DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import { quote, WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';

type Locale = 'en' | 'ru';

async function show(locale: Locale, from: 'btc' | 'xrp' = 'btc') {
  const answer = (input: RateInput) => ({ ...quote(input), instrumentFrom: sampleInstrument(from) });
  const path = `${locale === 'ru' ? '/ru' : ''}/exchange-${from}-usdttrc20?amount=0.05`;
  await renderPage(path, { ...WORKING_HOST, 'rates.one': answer }, { locale });
  await screen.findByRole('heading', { level: 1 });
}

const words = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ') ?? '';

describe('the deposit address in the next steps', () => {
  const nextSteps = (name: string) => words(screen.getByRole('region', { name }));
  const ALONE = { en: /to an address created only for this order/, ru: /на адрес, созданный только для этой заявки/ };
  const MEMO = {
    en: /with its destination tag: without it we can’t tell your payment from others/,
    ru: /обязательно указав destination tag: без него платёж не отличить от других/,
  };

  test.each<[Locale, string]>([
    ['en', 'What happens next'],
    ['ru', 'Что будет дальше'],
  ])('is described as unique, or as shared with a required memo: %s', async (locale, name) => {
    await show(locale, 'btc');
    expect(nextSteps(name)).toMatch(ALONE[locale]);
    expect(nextSteps(name)).not.toMatch(MEMO[locale]);
    cleanup();
    await show(locale, 'xrp');
    expect(nextSteps(name)).toMatch(MEMO[locale]);
    expect(nextSteps(name)).not.toMatch(ALONE[locale]);
  });
});

describe('the terms', () => {
  async function terms(locale: Locale): Promise<string> {
    await show(locale);
    await userEvent.click(screen.getByRole('button', { name: locale === 'en' ? 'terms' : 'условия' }));
    return words(within(await screen.findByRole('dialog')).getByRole('list'));
  }
  const hours = [DECISION_DEADLINE_MS, CONGESTED_REFUND_WAIT_MS].map((ms) => ms / 3_600_000);

  test('promise an automatic refund only to a refund address, with the deadlines that settlement uses', async () => {
    const english = await terms('en');
    const [first, latest] = hours;
    expect(english).toContain(`within ${first} hours, we send the deposit back to the refund address that you gave`);
    expect(english).toContain(`at most ${latest} hours from when we saw the deposit`);
    expect(english).toContain('If you gave no refund address, we keep the deposit until you say where to send it');
  });

  test('state the same in Russian', async () => {
    const russian = await terms('ru');
    const [first, latest] = hours;
    expect(russian).toContain(`за ${first} ч не получим ответа, мы вернём платёж на указанный вами адрес возврата`);
    expect(russian).toContain(`не дольше чем на ${latest} ч`);
    expect(russian).toContain('Если адрес возврата не указан, мы храним платёж');
  });

  test.each<[Locale, RegExp, RegExp]>([
    ['en', /We create no order with an address.*from our block list/, /deposits? from blocked|deposit may be checked/i],
    [
      'ru',
      /Мы не создаём заявку.*в нашем списке блокировки/,
      /(депозит|плат[её]ж)\S* с заблокированных|(депозит|платёж) могут проверить/i,
    ],
  ])('describe which address checks are made: %s', async (locale, said, untrue) => {
    expect(await terms(locale)).toMatch(said);
    expect(words(document.body)).not.toMatch(untrue);
  });
});

describe('the rule for later deposits', () => {
  async function showHost(locale: Locale, features: string[]) {
    const health = () => ({ status: 'OK' as const, host: { features, sandbox: false, brand: 'Test' } });
    const path = `${locale === 'ru' ? '/ru' : ''}/exchange-btc-usdttrc20?amount=0.05`;
    await renderPage(path, { ...WORKING_HOST, 'service.health': health }, { locale });
    await screen.findByRole('heading', { level: 1 });
  }
  const RULE = {
    en: /More that you send to the same address within 24 hours becomes a new order/,
    ru: /То, что вы отправите на тот же адрес ещё за 24 ч, станет новой заявкой/,
  };

  test.each(['en', 'ru'] as const)('is stated for a floating rate only: %s', async (locale) => {
    await showHost(locale, ['quote-id', 'later-orders']);
    expect(screen.getByText(RULE[locale])).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: locale === 'en' ? /^Fixed/ : /^Фикс/ }));
    expect(screen.queryByText(RULE[locale])).toBeNull();
  });

  test('is not stated for a host that does not announce it', async () => {
    await showHost('en', ['quote-id']);
    expect(screen.queryByText(RULE.en)).toBeNull();
  });
});
