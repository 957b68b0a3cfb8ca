/** Account data count the open orders of a customer up to this number. */
export const MAX_OPEN_ORDERS = 100;
