import type { Logger } from '../../common/log.ts';
import { repeat } from '../../common/repeat.ts';
import { readSignedRows, type SignedRowsContext } from '../../guarantee/signedRows.ts';
import { ConfigurationError } from '../../settings/configurationError.ts';
import { readOperatorSettings, type OperatorSettings } from './operatorSettings.ts';
import {
  checkOperatorBounds,
  isSettingName,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingTexts,
} from '../../settings/settingTable.ts';

const READ_EVERY_MS = 5_000;

/**
 * What operators set (D72): a value that a signed act explains (D79) takes precedence over the environment, and the environment over the usual value.
 * The objects follow the database: read a field when its value is needed. What has to stay together must be copied at one moment.
 */
export interface LiveSettings extends OperatorSettings {
  /** The settings whose operators' value is another than the environment's, or the usual one */
  differences(): SettingDifference[];
  /** Reads the database once. Throws what the database throws, and a ConfigurationError; then the last known values stay in effect. */
  read(): Promise<void>;
  /** Reads every five seconds, until the returned function is called. */
  start(): Promise<() => Promise<void>>;
}

export interface SettingDifference {
  name: SettingName;
  value: string;
  /** Without the operator's value */
  otherwise: string;
}

/** `environment`: the settings among the environment variables */
export async function createLiveSettings(
  context: SignedRowsContext,
  environment: SettingTexts,
  log: Logger,
): Promise<LiveSettings> {
  let stored: SettingTexts = await readStored(context);
  let current = readAll(environment, stored);

  const read = async (): Promise<void> => {
    const found = await readStored(context);
    if (JSON.stringify(found) === JSON.stringify(stored)) return;
    current = readAll(environment, found);
    stored = found;
    log.info({ settings: found }, 'operators have changed settings');
  };

  return {
    pricing: following(() => current.pricing),
    payoutCaps: following(() => current.payoutCaps),
    hedgingLimits: following(() => current.hedgingLimits),
    reservationLimits: following(() => current.reservationLimits),
    affiliateRules: following(() => current.affiliateRules),
    withdrawalRules: following(() => current.withdrawalRules),
    firstEmail: following(() => current.firstEmail),
    differences: () => listDifferences(environment, stored),
    read,
    start: async () => {
      const onError = (error: unknown) => log.error({ err: error }, 'the settings could not be read; the last known ones apply');
      return repeat(read, { pauseMs: READ_EVERY_MS, pausesFirst: true, onError });
    },
  };
}

async function readStored(context: SignedRowsContext): Promise<SettingTexts> {
  const { settings } = await readSignedRows(context);
  return Object.fromEntries([...settings.values()].flatMap(({ name, value }) => (isSettingName(name) ? [[name, value]] : [])));
}

function readAll(environment: SettingTexts, stored: SettingTexts): OperatorSettings {
  try {
    const settings = readOperatorSettings({ ...environment, ...stored });
    checkOperatorBounds(stored);
    return settings;
  } catch (error) {
    if (!(error instanceof ConfigurationError) || Object.keys(stored).length === 0) throw error;
    const names = Object.keys(stored).join(', ');
    throw new ConfigurationError(
      `${error.message} Operators set ${names} in the database; \`npm run operator -- unset NAME\` removes one.`,
    );
  }
}

/** Returns the settings that the database gives another value. */
function listDifferences(environment: SettingTexts, stored: SettingTexts): SettingDifference[] {
  return SETTING_NAMES.flatMap((name) => {
    const value = stored[name];
    const otherwise = environment[name] ?? SETTINGS[name].usual;
    return value === undefined || value === otherwise ? [] : [{ name, value, otherwise }];
  });
}

/** Returns an object whose fields have the present values of another object, which is replaced when they change. */
function following<Part extends object>(part: () => Part): Part {
  const fields = Object.keys(part()).map((key) => [key, { enumerable: true, get: () => part()[key as keyof Part] }]);
  return Object.defineProperties({}, Object.fromEntries(fields) as PropertyDescriptorMap) as Part;
}
