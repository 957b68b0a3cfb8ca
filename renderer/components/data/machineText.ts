import type { ReactNode } from 'react';

/** An amount with or without its sign and unit: "≈ 3,483.9 USDT", "0,5 %" */
const AMOUNT = /^[≈=+−-]?\s?\d[\d.,\s]*(?:%|[A-Z][A-Z\d]*)?$/;

/** Returns the `translate` attribute of a value: the browser's translator leaves an amount as it is. */
export const translateOf = (value: ReactNode): 'no' | undefined =>
  typeof value === 'string' && AMOUNT.test(value) ? 'no' : undefined;
