/** Extension of a saved order pass. Its own one, because the system opens such files with the desktop app. */
export const ORDER_PASS_EXTENSION = '.orderpass';
export const ORDER_PASS_MEDIA_TYPE = 'application/vnd.causeway.order-pass+json';
