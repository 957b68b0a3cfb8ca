/** Names that pages compare with answers of the host. They are apart from the tables of calls, which load with the first call. */

/** The feature (D30) of a host whose claim-deposit finds payments to the order's own address on other networks. */
export const CLAIM_WRONG_NETWORK_FEATURE = 'claim-wrong-network';

/** The feature (D30) of a host that asks for a decision once the customer sends no more of a partial deposit. */
export const FINISH_DEPOSIT_FEATURE = 'finish-deposit';

/** The feature (D30) of a host that makes an order of a later deposit to a floating-rate order (D63). */
export const LATER_ORDERS_FEATURE = 'later-orders';

/**
 * `details.reason` of ERR_RATE_CHANGED when not the market moved: a payout to this destination, a contract, costs more than the
 * usual network fee (D53).
 */
export const PAYOUT_FEE_REASON = 'PAYOUT_FEE';

/** The host publishes the state of its components and its incidents (D30). */
export const STATUS_FEATURE = 'status';

/** The host publishes its fees and limits (D30). */
export const FEES_FEATURE = 'fees';

/** The feature that a host announces when it sends order notifications by e-mail (D30). */
export const ORDER_MAIL_FEATURE = 'order-mail';
