import type { Update } from 'grammy/types';
import { formatAmount } from '../../contract/formatAmount.ts';
import type { Decimal } from '../../contract/money.ts';
import { orderStage } from '../../contract/orderStage.ts';
import { deepLinkPath } from '../../contract/paths/deepLinks.ts';
import { DEFAULT_LOCALE, LOCALE_CODES } from '../../contract/paths/locales.ts';
import { shortened } from '../../contract/shortened.ts';
import { findUserOfMessenger, setMessengerWriting } from '../db/repositories/accounts/messengerAccounts.ts';
import { endMessages } from '../db/repositories/accounts/messengerQueue.ts';
import { listLatestOrdersOf } from '../db/repositories/accounts/orderOwners.ts';
import { useAllowance } from '../db/repositories/allowances.ts';
import type { MailLanguage, MailLanguages } from '../mail/mailLanguage.ts';
import { readOrderAgain } from '../orders/calls/readOrder.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { appButton } from './appButton.ts';
import type { BotApi } from './botApi.ts';

export interface Answering {
  bot: BotApi;
  appLink: string;
  languages: MailLanguages;
  /** Prices in USD of the coins that most customers exchange */
  rates(): { coin: string; usd: Decimal }[];
}

interface Command {
  language: MailLanguage;
  messengerId: string;
  /** null: no customer has this account of the messenger */
  userId: number | null;
  /** What follows the command: of `/start order___abc`, "order___abc" */
  argument: string;
}

/** What the bot answers, and which page its button opens; null: the first one. */
interface Answer {
  text: string;
  deepLink: string | null;
}

/** What the messenger lets a link of `/start` contain */
const ARGUMENT = /^[\w-]{1,64}$/;
const MINUTE_MS = 60_000;
/** The most answers of a chat in a minute. The messenger limits them too. */
const ANSWERS_PER_MINUTE = 20;
const MOST_ORDERS = 5;

/** Answers what a customer wrote to the bot in a private chat, and notes whether the bot may write. Ignores everything else. */
export async function answerUpdate(context: OrderContext, answering: Answering, update: Update): Promise<void> {
  const { database, now } = context;
  const { message, my_chat_member: member } = update;
  const chat = message?.chat ?? member?.chat;
  if (chat?.type !== 'private') return;
  const messengerId = String(chat.id);
  if (member) {
    const isBlocked = member.new_chat_member.status === 'kicked';
    return isBlocked ? await endMessages(database, messengerId) : await setMessengerWriting(database, messengerId, true);
  }
  if (!message?.text || message.from.id !== chat.id) return;
  if (!(await useAllowance(database, { name: `bot:${messengerId}`, windowMs: MINUTE_MS, most: ANSWERS_PER_MINUTE }, now())))
    return;
  // Who writes to the bot lets it write.
  await setMessengerWriting(database, messengerId, true);
  const user = await findUserOfMessenger(database, messengerId);
  const spoken = LOCALE_CODES.find((code) => code === message.from.language_code) ?? DEFAULT_LOCALE;
  const language = answering.languages(user?.locale ?? spoken);
  const [name = '', argument = ''] = message.text.trim().split(/\s+/, 2);
  const answer = COMMANDS[name.replace(/@\w+$/, '')] ?? help;
  const { text, deepLink } = await answer(context, answering, { language, messengerId, userId: user?.id ?? null, argument });
  await answering.bot.send(messengerId, text, appButton(language, answering.appLink, deepLink));
}

type AnswerCommand = (context: OrderContext, answering: Answering, command: Command) => Promise<Answer> | Answer;

const help: AnswerCommand = (_context, _answering, { language }) => ({ text: language.text('messenger.help'), deepLink: null });

const COMMANDS: Readonly<Record<string, AnswerCommand>> = {
  // A link of another site may have any argument: an unknown one opens the first page.
  '/start': (_context, _answering, { language, argument }) => ({
    text: language.text('messenger.start'),
    deepLink: ARGUMENT.test(argument) && deepLinkPath(argument) !== null ? argument : null,
  }),
  '/orders': async (context, _answering, { language, userId }) => {
    const ids = userId === null ? [] : await listLatestOrdersOf(context.database, userId, MOST_ORDERS);
    if (ids.length === 0) return { text: language.text('messenger.orders.none'), deepLink: 'home' };
    const lines = await Promise.all(
      ids.map(async (id) => {
        const order = await readOrderAgain(context, id);
        const { instrumentFrom, instrumentTo } = order.pair;
        const pair = `${instrumentFrom.currencyTitle} → ${instrumentTo.currencyTitle}`;
        const values = { order: shortened(id, 6, 4), pair };
        return `${language.text('messenger.order.title', values)}: ${language.text(`messenger.stage.${orderStage(order)}`)}`;
      }),
    );
    return { text: [language.text('messenger.orders.title'), ...lines].join('\n'), deepLink: 'profile-history' };
  },
  '/rates': (_context, { rates }, { language }) => {
    const lines = rates().map(({ coin, usd }) => `${coin}: ${formatAmount(usd, language.code)} USD`);
    const text = lines.length === 0 ? language.text('messenger.rates.none') : language.text('messenger.rates.title');
    return { text: [text, ...lines].join('\n'), deepLink: 'home' };
  },
  '/help': help,
};
