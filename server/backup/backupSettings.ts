import { ConfigurationError } from '../settings/configurationError.ts';
import { list, type Variables } from '../settings/variables.ts';

/** A public key of age. The library that checks all of it is loaded for backups only. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{50,2500}$/;

/** Returns the public keys that backups are encrypted to, in the format of age. Throws a ConfigurationError. */
export function readBackupRecipients(variables: Variables): string[] {
  const recipients = list(variables, 'BACKUP_RECIPIENTS');
  const wrong = recipients.find((one) => !RECIPIENT.test(one));
  if (wrong === undefined) return recipients;
  throw new ConfigurationError(`BACKUP_RECIPIENTS must be public keys of age, age1…, separated by commas, not "${wrong}".`);
}
