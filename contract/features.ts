/** Names that pages compare with answers of the host. They are apart from the tables of calls, which load with the first call. */

/**
 * `details.reason` of ERR_RATE_CHANGED when not the market moved: a payout to this destination, a contract, costs more than the
 * usual network fee (D53).
 */
export const PAYOUT_FEE_REASON = 'PAYOUT_FEE';

/** The feature (D30) of a host whose claim-deposit finds payments to the order's own address on other networks. */
export const CLAIM_WRONG_NETWORK_FEATURE = 'claim-wrong-network';

/** The feature (D30) of a host that asks for a decision once the customer sends no more of a partial deposit. */
export const FINISH_DEPOSIT_FEATURE = 'finish-deposit';

/** The feature (D30) of a host that makes an order of a later deposit to a floating-rate order (D63). */
export const LATER_ORDERS_FEATURE = 'later-orders';

/** The host publishes the state of its components and its incidents (D30). */
export const STATUS_FEATURE = 'status';

/** The host publishes its fees and limits (D30). */
export const FEES_FEATURE = 'fees';

/** The host has the texts of pages such as the terms (D30). */
export const CONTENT_FEATURE = 'content';

/** The host has docs, a blog and a search of the docs (D30). */
export const DOCS_FEATURE = 'docs';

/** The feature that a host announces when it sends order notifications by e-mail (D30). */
export const ORDER_MAIL_FEATURE = 'order-mail';

/** Feature of a host that pushes orders (D30). */
export const ORDER_EVENTS_FEATURE = 'order-events';

/** Feature of a host that signs documents (D30). */
export const SIGNATURES_FEATURE = 'signatures';

/** The feature (D30) of a host with accounts. */
export const ACCOUNTS_FEATURE = 'accounts';

/** The feature (D30) of a host with a bot of the messenger, which signs customers in. */
export const MESSENGER_FEATURE = 'messenger';

/** The feature (D30) of a host that offers a second factor. */
export const SECOND_FACTOR_FEATURE = 'second-factor';

/** The feature (D30) of a host on which the desktop app signs in through the browser. */
export const DESKTOP_SIGN_IN_FEATURE = 'desktop-sign-in';

/** The feature of a host on which customers export their data or close the account (D60). */
export const ACCOUNT_END_FEATURE = 'account-end';

/** The feature of a host with the order history of customers. */
export const ORDER_HISTORY_FEATURE = 'order-history';

/** The feature of a host with referral codes and cashback. */
export const AFFILIATES_FEATURE = 'affiliates';

/** The feature (D30) of a host that can send withdrawals: its TRON network works. */
export const WITHDRAWALS_FEATURE = 'withdrawals';

/** The feature (D30) of a host that has API keys. */
export const API_KEYS_FEATURE = 'api-keys';

/** The feature of a host with its own identity verification, which also accepts `upload:ID` for files sent in parts. */
export const IDENTITY_FEATURE = 'kyc-drafts';

/** The feature (D30) of a host with services for verified customers only. Without it no menu offers the verification. */
export const IDENTITY_REQUIRED_FEATURE = 'identity-required';

/** The feature (D30) of a host on which customers buy with a card (D62). */
export const CARD_PURCHASES_FEATURE = 'card-purchases';
