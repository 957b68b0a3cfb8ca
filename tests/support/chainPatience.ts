/** How long blocks, confirmations and the rounds of the host's workers may take on a busy machine. Milliseconds. */
export const CHAIN_PATIENCE_MS = 180_000;

/**
 * Options of `vi.waitFor`. Use it where tests of a file run concurrently: there `expect.poll` can't tell which test called it, and throws when
 * one of them ends.
 */
export const PATIENCE = { timeout: CHAIN_PATIENCE_MS, interval: 100 };
