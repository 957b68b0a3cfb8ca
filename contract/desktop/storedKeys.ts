/** Storage key of the only copies of the orders' tokens. The desktop app stores it at once, other entries a moment later. */
export const ORDER_TOKENS_KEY = 'order-tokens';

/** An entry that is never stored: removing it finds out whether the storage can be written. */
export const PROBE_KEY = 'probe';
