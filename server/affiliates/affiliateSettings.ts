import { isDecimal } from '../../contract/money.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { decimal, wholeNumber, type Variables } from '../settings/variables.ts';
import { DEFAULT_AFFILIATE_RULES, findRuleFault, type AffiliateRules } from './affiliateRules.ts';

/** Reads the rules of affiliates and cashback (D48). Throws a ConfigurationError. */
export function readAffiliateRules(variables: Variables): AffiliateRules {
  const usual = DEFAULT_AFFILIATE_RULES;
  const rules: AffiliateRules = {
    referrerSharePercent: decimal(variables, 'REFERRER_SHARE_PERCENT', usual.referrerSharePercent),
    cashbackLevels: readCashbackLevels(variables['CASHBACK_LEVELS']),
    cashbackWindowDays: wholeNumber(variables, 'CASHBACK_WINDOW_DAYS', usual.cashbackWindowDays, 1, 366),
    minimumWithdrawal: decimal(variables, 'MINIMUM_WITHDRAWAL_USDT', usual.minimumWithdrawal),
  };
  const fault = findRuleFault(rules);
  if (fault !== null) throw new ConfigurationError(`REFERRER_SHARE_PERCENT and CASHBACK_LEVELS: ${fault}.`);
  return rules;
}

/** Reads `volume:percent` of every level, separated by commas. */
function readCashbackLevels(text: string | undefined): AffiliateRules['cashbackLevels'] {
  const usual = DEFAULT_AFFILIATE_RULES.cashbackLevels;
  if (text === undefined || text === '') return usual;
  const parts = text.split(',').map((part) => part.trim().split(':'));
  return usual.map(({ level }, index) => {
    const [fromVolume = '', percent = '', ...others] = parts[index] ?? [];
    if (parts.length !== usual.length || others.length > 0 || !isDecimal(fromVolume) || !isDecimal(percent)) {
      throw new ConfigurationError(
        `CASHBACK_LEVELS must be ${usual.length} levels such as 0:5,10000:10,50000:15,250000:20, not "${text}".`,
      );
    }
    return { level, fromVolume, percent };
  });
}
