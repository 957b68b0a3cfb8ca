/** How long blocks, confirmations and the rounds of the host's workers may take on a busy machine. Milliseconds. */
export const CHAIN_PATIENCE_MS = 180_000;
