/** The largest number of open orders that the account data report. A customer may have more. */
export const MAX_OPEN_ORDERS = 100;
