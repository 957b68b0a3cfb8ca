import { useEffect, useState } from 'react';
import type { PairData } from '../../../../../contract/api/rates.ts';
import type { Decimal } from '../../../../../contract/money.ts';
import { useStores } from '../../../../StoresContext.tsx';

/** Pause in typing before a quote is requested, in ms. */
const SETTLE_MS = 200;

/** Returns the host's quote of an amount at the floating rate; null until it answers, and if it refuses the amount. */
export function useQuote(send: string, receive: string, amount: Decimal | null): PairData | null {
  const { platform } = useStores();
  const [quote, setQuote] = useState<{ key: string; data: PairData } | null>(null);
  const key = [send, receive, amount].join(' ');
  useEffect(() => {
    if (amount === null) return undefined;
    const stop = new AbortController();
    const input = {
      instrumentFromSlug: send,
      instrumentToSlug: receive,
      exchangeType: 'crypto',
      claimedDepositAmount: amount,
      claimedDepositAmountCurrency: send,
      rateMode: 'FLOATING',
    } as const;
    const timer = setTimeout(() => {
      platform.transport.call('rates.one', input, { signal: stop.signal }).then(
        (data) => setQuote({ key, data }),
        // The line shows no amount then.
        () => undefined,
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [platform, send, receive, amount, key]);
  return quote?.key === key ? quote.data : null;
}
