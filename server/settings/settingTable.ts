import { compare, type Decimal } from '../../contract/money.ts';
import { ConfigurationError } from './configurationError.ts';
import { decimal, oneOf, wholeNumber, type Variables } from './variables.ts';

/** One value that operators may change while the host runs (D72). `usual` is its value without a variable and without an operator. */
interface Described {
  /** null: a number or a list without a unit */
  unit: '%' | 'USD' | 'USDT' | 's' | 'days' | null;
  usual: string;
  /** What it decides, for operators */
  text: string;
  /** Why it has its bounds: what would happen beyond them */
  bounds?: string;
  /** Narrower bounds, included, of what operators set: no number of them can take a protection of customers and host away (D79) */
  operators?: readonly [least: Decimal, most: Decimal];
}
/** The bounds are included. Beyond them, a typing error is more likely than a wish. */
type DecimalSetting = Described & { kind: 'decimal'; least: Decimal; most: Decimal };
type WholeSetting = Described & { kind: 'whole'; least: number; most: number };
type OptionSetting = Described & { kind: 'option'; options: readonly string[] };
/** A text that its domain parses */
type TextSetting = Described & { kind: 'text' };
export type Setting = DecimalSetting | WholeSetting | OptionSetting | TextSetting;

/** The most that any amount of USD or USDT may be set to */
const MOST_AMOUNT = '1000000000';

/** All settings by the name of their variable, which is their name in the database, in commands and in the console too. */
export const SETTINGS = {
  PLATFORM_FEE_PERCENT: { ...percent('0.5', '0', '10', 'Platform fee of every exchange'), operators: ['0.05', '5'] },
  FIXED_RATE_PREMIUM_PERCENT: percent('0.5', '0.1', '10', 'Least that a fixed rate costs in addition to the platform fee'),
  FIXED_RATE_PREMIUM_DEVIATIONS: {
    ...decimals('2', '1', '10', 'What a fixed rate costs, in standard deviations of the pair within 20 minutes'),
    unit: null,
    bounds: 'below 1 a fixed rate would cost less than it is worth',
  },
  ORDER_MINIMUM_USD: { ...usd('10', '1', 'Smallest exchange'), operators: ['1', '1000'] },
  ORDER_MAXIMUM_USD: { ...usd('50000', '1', 'Largest exchange'), operators: ['1', '1000000'] },
  FIXED_RATE_MAXIMUM_USD: { ...usd('20000', '1', 'Largest exchange at a fixed rate'), operators: ['1', '200000'] },
  // The minimum for a customer who accepts high fees allows half.
  NETWORK_FEE_SHARE_PERCENT: percent('10', '1', '50', 'Share of the smallest exchange that network fees may take'),
  FIXED_RATE_SPREAD_PERCENT: percent('1', '0', '10', 'Spread between bid and ask above which no fixed rate is offered'),
  DEFAULT_AMOUNT_USD: { ...usd('500', '1', 'Amount that the form starts with'), operators: ['1', '100000'] },
  EMAIL_CONFIRMATION: {
    kind: 'option',
    unit: null,
    usual: 'D',
    options: ['A', 'B', 'D'],
    text: 'How customers confirm the e-mail of an order (ckm)',
  },
  REFERRER_SHARE_PERCENT: percent('40', '0', '100', 'Referrer’s share of the platform fee'),
  CASHBACK_LEVELS: {
    kind: 'text',
    unit: null,
    usual: '0:5,10000:10,50000:15,250000:20',
    text: 'Cashback levels, as volume in USDT and percentage of the platform fee',
  },
  CASHBACK_WINDOW_DAYS: {
    kind: 'whole',
    unit: 'days',
    usual: '90',
    least: 1,
    most: 366,
    text: 'Days whose volume counts toward a level',
  },
  MINIMUM_WITHDRAWAL_USDT: { ...usdt('20', '0', 'Smallest withdrawal of earnings'), operators: ['1', '1000'] },
  WITHDRAWAL_REVIEW_ABOVE_USDT: {
    ...usdt('1000', '0', 'Withdrawals within 24 hours above which an operator checks first'),
    operators: ['0', '10000'],
  },
  WITHDRAWAL_WAIT_SECONDS: {
    kind: 'whole',
    unit: 's',
    usual: '3600',
    least: 0,
    most: 604_800,
    text: 'Time in which an unusual withdrawal can be stopped; 0: none waits',
    operators: ['600', '604800'],
  },
  FIRST_EMAIL_WAIT_SECONDS: {
    kind: 'whole',
    unit: 's',
    usual: '259200',
    least: 0,
    most: 2_592_000,
    text: 'Time after the first confirmed e-mail of an account before withdrawals open; 0: at once',
    operators: ['86400', '2592000'],
  },
  PAYOUT_CAP_PER_ORDER_USD: {
    ...usd('100000', '1', 'Payment above which an operator releases it'),
    bounds: 'at 0 every payment would wait for an operator',
    operators: ['1', '1000000'],
  },
  PAYOUT_CAP_PER_HOUR_USD: {
    ...usd('1000000', '1', 'Payments of one coin within an hour above which an operator releases more'),
    operators: ['1', '10000000'],
  },
  PAYOUT_CAP_TOTAL_PER_HOUR_USD: {
    ...usd('2000000', '1', 'Payments of all coins within an hour above which an operator releases more'),
    operators: ['1', '20000000'],
  },
  PAYOUT_CAP_TOTAL_PER_DAY_USD: {
    ...usd('10000000', '1', 'Payments of all coins within a day above which an operator releases more'),
    operators: ['1', '100000000'],
  },
  COLLECT_FIRST_ABOVE_USD: {
    ...usd('5000', '0', 'Payout above which a deposit is collected first if it could be blocked'),
    operators: ['0', '100000'],
  },
  HEDGE_FROM_USD: {
    ...usd('500', '1', 'Open position of a coin that is traded on the exchange at once; less waits ten minutes'),
    operators: ['1', '100000'],
  },
  HEDGE_CAP_PER_ORDER_USD: { ...usd('50000', '1', 'Largest order on the exchange'), operators: ['1', '1000000'] },
  UNPAID_RESERVE_PER_CLIENT_PERCENT: {
    ...percent('2', '0.01', '100', 'Share of a free reserve that one client’s unpaid orders may hold'),
    operators: ['0.01', '20'],
  },
  UNPAID_RESERVE_TOTAL_PERCENT: {
    ...percent('20', '0.01', '100', 'Share of a free reserve that all unpaid orders may hold'),
    operators: ['0.01', '50'],
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** Values of settings by name, as texts; the others have their usual value */
export type SettingTexts = Readonly<Partial<Record<SettingName, string>>>;

/** Returns the settings among environment variables. An empty variable is not set. */
export function settingTexts(variables: Variables): SettingTexts {
  return Object.fromEntries(SETTING_NAMES.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
}

/** Throws a ConfigurationError for a value of an operator beyond the bounds of operators. The values are valid otherwise. */
export function checkOperatorBounds(stored: SettingTexts): void {
  for (const name of SETTING_NAMES) {
    const [{ operators }, value]: [Setting, string | undefined] = [SETTINGS[name], stored[name]];
    if (!operators || value === undefined) continue;
    const [least, most] = operators;
    if (compare(value, least) >= 0 && compare(value, most) <= 0) continue;
    throw new ConfigurationError(`Operators can set ${name} from ${least} to ${most}, not ${value}.`);
  }
}

/** Names of the settings of a kind */
type NamesOf<Kind extends Setting['kind']> = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['kind'] extends Kind ? Name : never;
}[SettingName];

/** Reads a setting that is a decimal. Throws a ConfigurationError. */
export function decimalSetting(variables: Variables, name: NamesOf<'decimal'>): Decimal {
  const setting: DecimalSetting = SETTINGS[name];
  const { usual, least, most, bounds } = setting;
  const value = decimal(variables, name, usual);
  if (compare(value, least) >= 0 && compare(value, most) <= 0) return value;
  throw new ConfigurationError(`${name} must be from ${least} to ${most}, not ${value}${bounds ? `: ${bounds}` : ''}.`);
}

/** Reads a setting that is a whole number. Throws a ConfigurationError. */
export function wholeSetting(variables: Variables, name: NamesOf<'whole'>): number {
  const { usual, least, most } = SETTINGS[name];
  return wholeNumber(variables, name, Number(usual), least, most);
}

/** Reads a setting that is one of several options. Throws a ConfigurationError. */
export function optionSetting<Name extends NamesOf<'option'>>(
  variables: Variables,
  name: Name,
): (typeof SETTINGS)[Name]['options'][number] {
  const { options, usual } = SETTINGS[name];
  return oneOf(variables, name, options, usual);
}

/** Reads a setting that its domain parses. */
export const textSetting = (variables: Variables, name: NamesOf<'text'>): string => variables[name] || SETTINGS[name].usual;

function decimals(usual: Decimal, least: Decimal, most: Decimal, text: string) {
  return { kind: 'decimal', usual, least, most, text } as const;
}

function percent(usual: Decimal, least: Decimal, most: Decimal, text: string) {
  return { ...decimals(usual, least, most, text), unit: '%' } as const;
}

function usd(usual: Decimal, least: Decimal, text: string) {
  return { ...decimals(usual, least, MOST_AMOUNT, text), unit: 'USD' } as const;
}

function usdt(usual: Decimal, least: Decimal, text: string) {
  return { ...decimals(usual, least, MOST_AMOUNT, text), unit: 'USDT' } as const;
}
