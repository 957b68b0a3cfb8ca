/** Returns letters and hue (degrees) for a coin without a logo. Equal tickers have equal monograms. */
export function monogram(ticker: string): { letters: string; hue: number } {
  let hash = 7;
  for (const character of ticker.toUpperCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return { letters: Array.from(ticker.toUpperCase()).slice(0, 3).join(''), hue: (hash * 137) % 360 };
}
