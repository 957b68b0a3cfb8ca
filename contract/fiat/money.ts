/** The money of the catalogue, by slug: the codes of ISO 4217 in lower case. No coin has one of them. */
const MONEY: ReadonlySet<string> = new Set(
  (
    'usd eur gbp chf pln czk sek nok dkk huf ron bgn try uah kzt gel aud nzd cad jpy krw sgd hkd inr idr thb vnd php aed ils ' +
    'zar ngn brl mxn'
  ).split(' '),
);

/** Returns whether an instrument is money, which pages must know before they have loaded the instruments. */
export const isMoney = (slug: string): boolean => MONEY.has(slug);
