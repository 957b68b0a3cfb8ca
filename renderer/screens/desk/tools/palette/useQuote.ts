import { useEffect, useState } from 'react';
import type { PairData } from '../../../../../contract/api/rates.ts';
import type { Decimal } from '../../../../../contract/money.ts';
import { QuoteStore } from '../../../../stores/desk/QuoteStore.ts';
import { useStores } from '../../../../StoresContext.tsx';

/** Returns the host's quote of an amount; null until it answers, and if it refuses the amount. Call it in an observer. */
export function useQuote(send: string, receive: string, amount: Decimal | null): PairData | null {
  const { platform } = useStores();
  const [quotes] = useState(() => new QuoteStore({ platform }));
  useEffect(() => (amount === null ? undefined : quotes.ask(send, receive, amount)), [quotes, send, receive, amount]);
  return amount === null ? null : quotes.of(send, receive, amount);
}
