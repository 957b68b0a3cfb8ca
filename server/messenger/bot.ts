import type { Decimal } from '../../contract/money.ts';
import { loadMailLanguages } from '../mail/mailLanguage.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { createBotApi } from './botApi.ts';
import type { MessengerSettings } from './messengerSettings.ts';
import { createMessengerWorker } from './messengerWorker.ts';
import { pollUpdates } from './pollUpdates.ts';

const MOST_RATES = 5;

/** Starts the bot: it answers what customers write, and tells them of their orders. The returned function stops it. */
export function startBot(context: OrderContext, settings: MessengerSettings & { appLink: string }): () => Promise<void> {
  const { appLink } = settings;
  const bot = createBotApi(settings);
  const languages = loadMailLanguages();
  const stops = [
    createMessengerWorker(context, { bot, appLink }, { languages }).start(),
    pollUpdates(context, { bot, appLink, languages, rates: () => popularPrices(context) }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Returns the prices of the most popular coins that have one. */
function popularPrices({ catalogue, presentInstrument }: OrderContext): { coin: string; usd: Decimal }[] {
  const popular = [...catalogue.instruments.values()].toSorted((left, right) => left.popularity - right.popularity);
  const priced = popular.flatMap(({ slug }) => {
    const { currencyTitle, price } = presentInstrument(slug);
    return price === null ? [] : [[currencyTitle, price] as const];
  });
  return [...new Map(priced)].slice(0, MOST_RATES).map(([coin, usd]) => ({ coin, usd }));
}
