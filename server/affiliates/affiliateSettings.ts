import { isDecimal } from '../../contract/money.ts';
import { CASHBACK_LEVEL_NAMES } from '../../contract/schemas/affiliates.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { decimalSetting, SETTINGS, textSetting, wholeSetting } from '../settings/settingTable.ts';
import type { Variables } from '../settings/variables.ts';
import { findRuleFault, type AffiliateRules } from './affiliateRules.ts';

/** Reads the rules of affiliates and cashback (D48). Throws a ConfigurationError. */
export function readAffiliateRules(variables: Variables): AffiliateRules {
  const rules: AffiliateRules = {
    referrerSharePercent: decimalSetting(variables, 'REFERRER_SHARE_PERCENT'),
    cashbackLevels: parseCashbackLevels(textSetting(variables, 'CASHBACK_LEVELS')),
    cashbackWindowDays: wholeSetting(variables, 'CASHBACK_WINDOW_DAYS'),
    minimumWithdrawal: decimalSetting(variables, 'MINIMUM_WITHDRAWAL_USDT'),
  };
  const fault = findRuleFault(rules);
  if (fault !== null) throw new ConfigurationError(`REFERRER_SHARE_PERCENT and CASHBACK_LEVELS: ${fault}.`);
  return rules;
}

/** The rules of a host without any variable */
export const DEFAULT_AFFILIATE_RULES: AffiliateRules = readAffiliateRules({});

/** Parses `volume:percent` of every level, separated by commas. */
function parseCashbackLevels(text: string): AffiliateRules['cashbackLevels'] {
  const parts = text.split(',').map((part) => part.trim().split(':'));
  return CASHBACK_LEVEL_NAMES.map((level, index) => {
    const [fromVolume = '', percent = '', ...others] = parts[index] ?? [];
    if (parts.length !== CASHBACK_LEVEL_NAMES.length || others.length > 0 || !isDecimal(fromVolume) || !isDecimal(percent)) {
      throw new ConfigurationError(
        `CASHBACK_LEVELS must be ${CASHBACK_LEVEL_NAMES.length} levels such as ${SETTINGS.CASHBACK_LEVELS.usual}, not "${text}".`,
      );
    }
    return { level, fromVolume, percent };
  });
}
