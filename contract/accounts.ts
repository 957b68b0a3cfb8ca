/** The feature (D30) of a host with accounts. */
export const ACCOUNTS_FEATURE = 'accounts';

/** The feature of a host with referral codes and cashback. */
export const AFFILIATES_FEATURE = 'affiliates';

/** The feature of a host with the order history of customers. */
export const ORDER_HISTORY_FEATURE = 'order-history';

/** The feature (D30) of a host that offers a second factor. */
export const SECOND_FACTOR_FEATURE = 'second-factor';

/** The feature (D30) of a host on which the desktop app signs in through the browser. */
export const DESKTOP_SIGN_IN_FEATURE = 'desktop-sign-in';

/** The browser of a session of the desktop app. Pages and e-mails show its name in the language of the customer. */
export const DESKTOP_APP = 'Desktop app';

/** The feature of a host on which customers export their data or close the account (D60). */
export const ACCOUNT_END_FEATURE = 'account-end';

/** Returns whether a page needs a signed-in customer (D14). `path` has no locale prefix. */
export const isAccountPath = (path: string): boolean => /^\/(?:lk|profile)(?:\/|$)/i.test(path);

/** The query parameter of `/` that opens the login dialog. Its value is the path that the customer requested (D14). */
export const SIGN_IN_PARAMETER = 'signIn';
