const BOTS =
  /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|embedly|bingpreview|mediapartners|^whatsapp|curl\/|wget\/|python-|go-http|scrapy|axios\/|okhttp/i;

/** Returns whether a user agent is a bot. Bots get no redirect by language (D17), no cookies and no error page (§2). */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === '' || BOTS.test(userAgent);
}
