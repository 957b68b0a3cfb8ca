import { expect, it } from 'vitest';
import * as names from '../../contract/features.ts';
import { LOCALE_CODES } from '../../contract/paths/locales.ts';
import { HOST_FEATURES } from '../routes/health.ts';
import { createContentPages } from './contentPages.ts';
import { CONTENT_SETTINGS } from './testing/contentSettings.ts';

/** How the roadmap would name what a host announces (D30), in any of its languages; null: it is nothing that a customer would miss */
const WORDS: Readonly<Record<string, RegExp | null>> = {
  'quote-id': null,
  'subscription-id': null,
  'expected-to-get': null,
  'email-by-address': null,
  'order-token': /order pass|пропуск/i,
  history: /chart|график/i,
  [names.DESKTOP_SIGN_IN_FEATURE]: /desktop|приложение для компьютера/i,
  [names.CLAIM_WRONG_NETWORK_FEATURE]: /wrong network|другой сети/i,
  [names.FINISH_DEPOSIT_FEATURE]: /partial|части суммы/i,
  [names.LATER_ORDERS_FEATURE]: /later deposit|повторн\S+ перевод/i,
  [names.ORDER_HISTORY_FEATURE]: /history|истори/i,
  [names.SIGNATURES_FEATURE]: /guarantee|receipt|гаранти|квитанци/i,
  [names.ORDER_EVENTS_FEATURE]: /live order|обновлени\S+ заявки/i,
  [names.STATUS_FEATURE]: /status page|страница состояния/i,
  [names.FEES_FEATURE]: /page of fees|страница комиссий/i,
  [names.CONTENT_FEATURE]: null,
  [names.DOCS_FEATURE]: /\bdocs\b|\bblog\b|справк|блог/i,
  [names.ACCOUNTS_FEATURE]: /account|аккаунт/i,
  [names.ACCOUNT_END_FEATURE]: /close an account|удалени\S+ аккаунта/i,
  [names.API_KEYS_FEATURE]: /API/,
  [names.AFFILIATES_FEATURE]: /affiliate programme\*|cashback|партнёрская программа|кешбэк/i,
  [names.IDENTITY_FEATURE]: /identity|личност/i,
  [names.ORDER_MAIL_FEATURE]: /e-mail|письм/i,
  [names.SECOND_FACTOR_FEATURE]: /authenticator|passkey|аутентификатор|ключ\S* доступа/i,
  [names.MESSENGER_FEATURE]: /mini-app|\bbot\b|мини-приложени|бот\b/i,
  [names.WITHDRAWALS_FEATURE]: /withdraw|вывод/i,
  // How the check is offered, not whether it exists
  [names.IDENTITY_REQUIRED_FEATURE]: null,
  [names.CARD_PURCHASES_FEATURE]: /card|карт/i,
};
/** What every installation has without announcing it */
const ALWAYS = [/console|консоль/i, /backup|резервн/i, /Bitcoin|Litecoin|Monero|TRON|EVM/];

it.each(LOCALE_CODES)('plans nothing that a host announces or has (%s)', (locale) => {
  const features = [
    ...HOST_FEATURES,
    ...Object.entries(names).flatMap(([name, value]) => (name.endsWith('_FEATURE') ? value : [])),
  ];
  expect(features.filter((feature) => !Object.hasOwn(WORDS, feature))).toEqual([]);
  const sections =
    createContentPages(() => CONTENT_SETTINGS)
      .page('roadmap', locale)
      ?.html.split('<h2') ?? [];
  expect(sections).toHaveLength(4);
  // What is in progress, what is planned, what works
  const planned = sections.at(-2) ?? '';
  expect([...Object.values(WORDS), ...ALWAYS].filter((words) => words?.test(planned))).toEqual([]);
});
