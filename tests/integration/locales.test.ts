import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { LOCALE_CODES, LOCALES } from '../../contract/paths/locales.ts';
import { UNPAYABLE_FORMS } from '../../contract/input/unpayableForms.ts';
import { compileLocale } from '../../scripts/builds/messages.ts';
import { ACTS } from '../../server/operator/acts/index.ts';

const AREAS = globSync('resources/locales/en/*.json').map((file) => basename(file));
const read = (locale: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(`resources/locales/${locale}/${area}`, 'utf8')) as Record<string, string>;

const all = (locale: string): Record<string, string> => Object.assign({}, ...AREAS.map((area) => read(locale, area)));
const english = all('en');
const TRANSLATIONS = LOCALE_CODES.filter((code) => code !== 'en');

/** Every element of a message, those inside of plurals, selects and tags too. */
function elementsOf(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      return [element, ...Object.values(element.options).flatMap(({ value }) => elementsOf(value))];
    }
    return element.type === TYPE.tag ? [element, ...elementsOf(element.children)] : [element];
  });
}

/** "amount:argument", "link:tag" …: what the code has to give. A plural in one language may be a plain number in the other. */
function valuesOf(text: string): string[] {
  const values = elementsOf(parse(text)).flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const isNumber = element.type === TYPE.plural || element.type === TYPE.number;
    return [`${element.value}:${isNumber ? 'number' : TYPE[element.type]}`];
  });
  return [...new Set(values)].toSorted();
}

test('has a catalogue for each language of the list, and no other', () => {
  expect(readdirSync('resources/locales').toSorted()).toEqual(LOCALE_CODES.toSorted());
  expect(readdirSync('resources/seo').toSorted()).toEqual(LOCALE_CODES.map((code) => `${code}.json`).toSorted());
});

test('has the fields of §3 for each language', () => {
  expect(LOCALES.en).toMatchObject({ code: 'en', slug: 'en', language: 'en', langslug: 'en', ogp: 'en_US', iso3166: 'us' });
  expect(LOCALES.ru).toMatchObject({ code: 'ru', slug: 'ru', language: 'ru-RU', langslug: 'ru', ogp: 'ru_RU', iso3166: 'ru' });
});

describe.each(TRANSLATIONS)('%s', (code) => {
  const translated = all(code);
  const isCyrillic = /\p{Script=Cyrillic}/u.test(LOCALES[code].name);

  test.each(AREAS)('has the ids of the English %s, in the same order', (area) => {
    expect(Object.keys(read(code, area))).toEqual(Object.keys(read('en', area)));
  });

  test('has no file more than English', () => {
    expect(readdirSync(`resources/locales/${code}`).toSorted()).toEqual(AREAS.toSorted());
  });

  test('uses the values of the English texts', () => {
    const differing = Object.entries(english).filter(
      ([id, text]) => JSON.stringify(valuesOf(text)) !== JSON.stringify(valuesOf(translated[id] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  test('has no text that is empty, badly spaced, or left in English', () => {
    const literal = (text: string) =>
      elementsOf(parse(text))
        .map((element) => (element.type === TYPE.literal ? element.value : ''))
        .join(' ');
    const bad = Object.entries(translated).filter(([id, text]) => {
      const isEnglish =
        isCyrillic && /[a-z]{2}/i.test(literal(english[id] ?? '')) && !/[а-яё]/i.test(literal(text)) && !SAME_IN_BOTH.has(id);
      return text.trim() === '' || isEnglish || [text, english[id] ?? ''].some((one) => / {2}|^\s|\s$/.test(one));
    });
    expect(bad).toEqual([]);
  });

  test('has all plural forms of the language', () => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    expect(forms).toContain('other');
    const wrong = Object.entries(translated).filter(([, text]) =>
      elementsOf(parse(text)).some(
        (element) =>
          element.type === TYPE.plural &&
          element.pluralType === 'cardinal' &&
          Object.keys(element.options).some((form) => !form.startsWith('=') && form !== 'other') &&
          !forms.every((form) => form in element.options),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

/** Words that Russian customers write as English ones do. */
const SAME_IN_BOTH = new Set([
  'exchange.memoName',
  'account.history.table',
  'security.messenger',
  'console.column.time',
  'console.column.usd',
]);

test('has no id in two files, with which the host would not start', () => {
  const ids = AREAS.flatMap((area) => Object.keys(read('en', area)));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('uses every text', () => {
  const code = globSync([
    'renderer/**/*.{ts,tsx}',
    'console/**/*.{ts,tsx}',
    'contract/**/*.ts',
    'main/**/*.ts',
    'web/**/*.ts',
    'server/m{ail,essenger}/*.ts',
  ])
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // Ids that end in a code are put together: `order.mode.${order.rateMode}`.
  const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
  const unused = Object.keys(english).filter(
    (id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`) && !prefixes.some((prefix) => id.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

test('names every act of operators', () => {
  expect(Object.keys(ACTS).filter((act) => english[`console.act.${act}`] === undefined)).toEqual([]);
});

test('gives pages no texts of mails', async () => {
  const { hash: _, ...parts } = await compileLocale('en');
  const ids = Object.values(parts).flatMap((part) => Object.keys(JSON.parse(part) as Record<string, unknown>));
  expect(ids).toContain('order.title.held');
  expect(ids.filter((id) => /^(?:mail|messenger)\./.test(id))).toEqual([]);
});

test('has the message keys that the specification names', () => {
  const named = ['error_min_amount', 'error_max_amount', 'error_address_empty', 'error_address_incorrect', ...UNPAYABLE_FORMS];
  const more = ['error_address_must_be_different', 'EMAIL_VALIDATION_ERROR', 'error_email_already_set', 'error_create_exchange'];
  const rest = ['error_create_order_unknwon', 'error_address_blacklisted', 'error_notify_title'];
  expect([...named, ...more, ...rest].filter((id) => english[id] === undefined)).toEqual([]);
});
