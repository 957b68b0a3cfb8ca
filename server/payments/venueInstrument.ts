/** Returns the instrument of a coin at an exchange (D71): "BTC@kraken". `coin` is a `marketSymbol`. */
export function venueInstrument(coin: string, venue: string): string {
  return `${coin}@${venue}`;
}

/** Splits the instrument of a coin at an exchange; null for an instrument of the catalogue. */
export function parseVenueInstrument(instrument: string): { coin: string; venue: string } | null {
  const [coin = '', venue] = instrument.split('@');
  return venue === undefined ? null : { coin, venue };
}
