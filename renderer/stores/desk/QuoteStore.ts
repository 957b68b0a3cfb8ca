import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PairData } from '../../../contract/api/rates.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';

/** Pause in typing before a quote is requested, in ms. */
const SETTLE_MS = 200;

/** The host's quote of an amount at the floating rate. */
export class QuoteStore {
  private answer: { key: string; data: PairData } | null = null;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable<this, 'answer'>(this, { answer: observableRef }, { autoBind: true });
  }

  /** null until the host answers, and if it refuses the amount. */
  of(send: string, receive: string, amount: Decimal): PairData | null {
    return this.answer?.key === keyOf(send, receive, amount) ? this.answer.data : null;
  }

  /** Requests a quote after a pause. Returns the function that cancels it. */
  ask(send: string, receive: string, amount: Decimal): () => void {
    const stop = new AbortController();
    const input = {
      instrumentFromSlug: send,
      instrumentToSlug: receive,
      exchangeType: 'crypto',
      claimedDepositAmount: amount,
      claimedDepositAmountCurrency: send,
      rateMode: 'FLOATING',
    } as const;
    setTimeout(() => {
      this.#platform.transport.call('rates.one', input, { signal: stop.signal }).then(
        (data) => runInAction(() => (this.answer = { key: keyOf(send, receive, amount), data })),
        // The line shows no amount then.
        () => undefined,
      );
    }, SETTLE_MS);
    return () => stop.abort();
  }
}

const keyOf = (send: string, receive: string, amount: Decimal): string => [send, receive, amount].join(' ');
