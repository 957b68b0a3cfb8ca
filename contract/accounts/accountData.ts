/** `details.reason` of ERR_NOT_ACCEPTABLE: the call needs an e-mail, and the customer has added none (D74). */
export const EMAIL_MISSING = 'EMAIL_MISSING';
/** The same: the customer has not confirmed the e-mail yet. */
export const EMAIL_NOT_CONFIRMED = 'EMAIL_NOT_CONFIRMED';

/** Returns the e-mail of a customer; of one without an e-mail (D74) the number: "#12". */
export const accountName = ({ email, userId }: { email: string | null; userId: number }): string => email ?? `#${userId}`;

/** The largest number of open orders that the account data report. A customer may have more. */
export const MAX_OPEN_ORDERS = 100;
