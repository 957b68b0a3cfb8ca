/** How long blocks, confirmations and the rounds of the host's workers may take on a busy machine. Milliseconds. */
export const CHAIN_PATIENCE_MS = 180_000;

/** Options of `vi.waitFor`. Concurrent tests wait with it: `expect.poll` must know its test, and is told another's or none's. */
export const PATIENCE = { timeout: CHAIN_PATIENCE_MS, interval: 100 };
