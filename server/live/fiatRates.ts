import type { PairData, RateInput } from '../../contract/schemas/rates.ts';
import type { Logger } from '../common/log.ts';
import { repeat } from '../common/repeat.ts';
import { pairDataText } from '../pricing/pairDataText.ts';
import { describe, frameText, messagePieces } from './liveMessage.ts';
import type { LiveRates } from './liveRates.ts';

/** The provider of card purchases is asked for its rates; its answers are shared by all clients for a while. */
const ROUND_MS = 5_000;

/** Pushes rates of card purchases when they change, and leaves all others to `rates`. `quote` is null on a host without a provider. `pauseMs` is the time between two looks. */
export function withFiatRates(
  rates: Pick<LiveRates, 'subscribe'>,
  quote: ((input: RateInput) => Promise<PairData>) | null,
  log: Logger,
  pauseMs = ROUND_MS,
): Pick<LiveRates, 'subscribe'> {
  return {
    subscribe: (input, subscriptionId, sink) => {
      if (input.exchangeType !== 'fiat' || quote === null) return rates.subscribe(input, subscriptionId, sink);
      let sent = '';
      let isClosed = false;
      const round = async (): Promise<void> => {
        const message = await quote(input).then(
          (pairData) => ({ event: 'pairs.rates' as const, ...pairDataText(pairData) }),
          (error: unknown) => {
            const terms = JSON.stringify(describe(error, log));
            return { event: 'error' as const, pieces: [terms], terms };
          },
        );
        if (isClosed || message.terms === sent || sink.isBusy()) return;
        sent = message.terms;
        sink.sendFrame(frameText(messagePieces('pairs', message.event, message.pieces, subscriptionId)));
      };
      const stop = repeat(round, {
        pauseMs,
        onError: (error) => log.error({ err: error }, 'live: a rate of card purchases could not be sent'),
      });
      return () => {
        isClosed = true;
        void stop();
      };
    },
  };
}
