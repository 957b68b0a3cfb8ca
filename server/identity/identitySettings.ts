import { dataDirectoryOf, oneOf, wholeNumber, type Variables } from '../settings/variables.ts';

/** How long the host stores documents, in days after the last activity. The law that applies to the operator decides. */
export interface IdentityRetention {
  /** Begun and not submitted */
  draftDays: number;
  rejectedDays: number;
  /** EU 2024/1624 art. 77 requires five years after the end of the business relationship, then deletion */
  passedDays: number;
}

export interface IdentitySettings {
  /** The key that encrypts the keys of all submissions */
  identityKeyFile: string;
  identityRetention: IdentityRetention;
  /** The operator has services for verified customers only. */
  isIdentityRequired: boolean;
}

const MOST_DAYS = 36_500;

/** Returns the default path of the key. */
export const defaultIdentityKeyFile = (dataDirectory: string): string => `${dataDirectory}/identity-key`;

/** Throws a ConfigurationError. */
export function readIdentitySettings(variables: Variables): IdentitySettings {
  return {
    identityKeyFile: variables['IDENTITY_KEY_FILE'] || defaultIdentityKeyFile(dataDirectoryOf(variables)),
    identityRetention: {
      draftDays: wholeNumber(variables, 'IDENTITY_DRAFT_DAYS', 7, 1, MOST_DAYS),
      rejectedDays: wholeNumber(variables, 'IDENTITY_REJECTED_DAYS', 30, 1, MOST_DAYS),
      passedDays: wholeNumber(variables, 'IDENTITY_PASSED_DAYS', 1_825, 1, MOST_DAYS),
    },
    isIdentityRequired: oneOf(variables, 'IDENTITY_REQUIRED', ['no', 'yes'], 'no') === 'yes',
  };
}
