import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormatters } from '@formatjs/intl';
import { formatAmount } from '../../contract/formatAmount.ts';
import type { Decimal } from '../../contract/money.ts';
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';
import { resourcePath } from '../common/resourcePath.ts';

type AccountTextId = keyof typeof import('../../resources/locales/en/mail-account.json');
type OrderTextId = keyof typeof import('../../resources/locales/en/mail-order.json');
type MessengerTextId = keyof typeof import('../../resources/locales/en/mail-messenger.json');
export type MailTextId = AccountTextId | OrderTextId | MessengerTextId;
type MailTextValues = Readonly<Record<string, string | number | boolean>>;

/** The texts of a mail, and the values that they use. */
export interface MailTexts {
  subject: MailTextId;
  paragraphs: readonly MailTextId[];
  values?: MailTextValues;
}

/** Formats the texts of mails in one language. */
export interface MailLanguage {
  code: LocaleCode;
  /** Throws if a value that the text uses is missing. */
  text(id: MailTextId, values?: MailTextValues): string;
  /** "5,968.500000 USDT", with at least so many decimals */
  amount(amount: Decimal, coin: string, decimals?: number): string;
  /** "21 November 2026 at 14:02 UTC" */
  time(at: Date | number): string;
  /** "15 minutes", "24 hours" or "7 days", rounded down */
  duration(ms: number): string;
}

/** Returns a language; of one that this host does not have, the default. A mail stays queued while the host's languages change. */
export type MailLanguages = (code: LocaleCode) => MailLanguage;

const FILES = ['mail-account.json', 'mail-order.json', 'mail-messenger.json'];
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TIME_FORMAT = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;

/** Reads and parses the mail texts of all languages. Throws an Error that names a missing file or an invalid ICU message. */
export function loadMailLanguages(
  folder = resourcePath('locales'),
  codes: readonly LocaleCode[] = Object.values(LOCALES).map(({ code }) => code),
): MailLanguages {
  const languages = new Map(codes.map((code) => [code, loadMailLanguage(folder, code)]));
  const standard = languages.get(DEFAULT_LOCALE) ?? loadMailLanguage(folder, DEFAULT_LOCALE);
  return (code) => languages.get(code) ?? standard;
}

function loadMailLanguage(folder: string, code: LocaleCode): MailLanguage {
  const { getMessageFormat } = createFormatters();
  const texts = FILES.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, code, file), 'utf8')) as Record<MailTextId, string>),
  );
  const formats = new Map(
    texts.map(([id, text]) => {
      try {
        return [id, getMessageFormat(text, code)];
      } catch (cause) {
        throw new Error(`${code}: "${id}" is not a valid ICU message: ${text}`, { cause });
      }
    }),
  );
  // Mails in English are read everywhere: the day stands before the month.
  const times = new Intl.DateTimeFormat(code === 'en' ? 'en-GB' : code, TIME_FORMAT);
  return {
    code,
    text: (id, values) => {
      const format = formats.get(id);
      if (!format) throw new Error(`The language ${code} has no text ${id}`);
      return String(format.format(values));
    },
    amount: (amount, coin, decimals) => `${formatAmount(amount, code, decimals)} ${coin}`,
    time: (at) => `${times.format(at)} UTC`,
    duration: (ms) => {
      const [unit, unitMs] = ms >= 2 * DAY_MS ? ['day', DAY_MS] : ms >= 2 * HOUR_MS ? ['hour', HOUR_MS] : ['minute', MINUTE_MS];
      return new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(ms / unitMs));
    },
  };
}
