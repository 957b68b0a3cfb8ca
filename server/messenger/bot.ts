import type { Update } from 'grammy/types';
import type { AccountFreeze } from '../accounts/freeze/accountFreeze.ts';
import { repeat } from '../common/repeat.ts';
import type { Decimal } from '../../contract/money.ts';
import { loadMailLanguages } from '../mail/mailLanguage.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { answerUpdate, type Answering } from './answerUpdate.ts';
import { createBotApi } from './createBotApi.ts';
import type { MessengerSettings } from './messengerSettings.ts';
import { createMessengerWorker } from './messengerWorker.ts';
import { pollUpdates } from './pollUpdates.ts';

const MOST_RATES = 5;
/** Between two attempts to register the webhook */
const REGISTER_MS = 30_000;

/** The bot: it answers what customers write, and tells them of their orders. */
export interface Bot {
  /** What the messenger repeats in requests of its webhook; null: this host asks for updates itself. */
  webhookSecret: string | null;
  /** Answers an update that the webhook received. Never rejects. */
  answer(update: Update): Promise<void>;
  /** The returned function stops it. */
  start(): () => Promise<void>;
}

interface BotOptions {
  settings: MessengerSettings & { appLink: string };
  freezeByMessenger: AccountFreeze['freezeByMessenger'];
}

export function createBot(context: OrderContext, { settings, freezeByMessenger }: BotOptions): Bot {
  const { appLink, webhook } = settings;
  const { log } = context;
  const bot = createBotApi(settings);
  const languages = loadMailLanguages();
  const answering: Answering = { bot, appLink, languages, freezeByMessenger, rates: () => popularPrices(context) };

  /** Registers the webhook, again and again until the messenger has it. */
  const register = (): (() => Promise<void>) => {
    let isRegistered = false;
    const work = async () => {
      if (!isRegistered) await bot.setWebhook(webhook);
      isRegistered = true;
    };
    const onError = (error: unknown) => log.warn({ err: error }, 'The messenger did not register the webhook');
    return repeat(work, { pauseMs: REGISTER_MS, onError });
  };

  return {
    webhookSecret: webhook?.secret ?? null,
    answer: async (update) =>
      await answerUpdate(context, answering, update).catch((error: unknown) =>
        log.warn({ err: error, updateId: update.update_id }, 'The bot could not answer a customer'),
      ),
    start: () => {
      const worker = createMessengerWorker(context, { bot, appLink }, { languages });
      const stops = [worker.start(), webhook ? register() : pollUpdates(context, answering)];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
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
