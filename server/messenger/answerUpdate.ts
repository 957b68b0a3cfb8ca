import { ownValue } from '../../contract/tables/ownValue.ts';
import type { Update } from 'grammy/types';
import type { AccountFreeze } from '../accounts/freeze/accountFreeze.ts';
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
import type { BotApi, BotButton } from './botApi.ts';

export interface Answering {
  bot: BotApi;
  appLink: string;
  languages: MailLanguages;
  freezeByMessenger: AccountFreeze['freezeByMessenger'];
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
/** Before the id of a notice, in what a press of its button tells the bot */
const FREEZE = 'freeze:';
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** The most answers of a chat in a minute. The messenger limits them too. */
const ANSWERS_PER_MINUTE = 20;
const MOST_ORDERS = 5;

/** Answers what a customer wrote to the bot in a private chat, and notes whether the bot may write. Ignores everything else. */
export async function answerUpdate(context: OrderContext, answering: Answering, update: Update): Promise<void> {
  const { database, now } = context;
  const { message, my_chat_member: member, callback_query: press } = update;
  const chat = message?.chat ?? member?.chat ?? press?.message?.chat;
  if (chat?.type !== 'private') return;
  const messengerId = String(chat.id);
  if (member) {
    const at = member.date * SECOND_MS;
    if (member.new_chat_member.status === 'kicked') await endMessages(database, messengerId, at);
    else await setMessengerWriting(database, messengerId, { canWrite: true, at });
    return;
  }
  const from = press?.from ?? message?.from;
  if (from?.id !== chat.id) return;
  // Who writes to the bot lets it write. It also hears when the mini-app asked for that.
  if (message) await setMessengerWriting(database, messengerId, { canWrite: true, at: message.date * SECOND_MS });
  if (!press && !message?.text) return;
  if (!(await useAllowance(database, { name: `bot:${messengerId}`, windowMs: MINUTE_MS, most: ANSWERS_PER_MINUTE }, now())))
    return;
  const user = await findUserOfMessenger(database, messengerId);
  const spoken = LOCALE_CODES.find((code) => code === from.language_code) ?? DEFAULT_LOCALE;
  const language = answering.languages(user?.locale ?? spoken);
  if (press) {
    const text = await pressed(answering, language, { messengerId, data: press.data ?? '' });
    await answering.bot.endPress(press.id).catch(() => undefined);
    await answering.bot.send(messengerId, text, []);
    return;
  }
  const [name = '', argument = ''] = (message?.text ?? '').trim().split(/\s+/, 2);
  const answer = ownValue(COMMANDS, name.replace(/@\w+$/, '')) ?? help;
  const { text, deepLink } = await answer(context, answering, { language, messengerId, userId: user?.id ?? null, argument });
  await answering.bot.send(messengerId, text, [appButton(language, answering.appLink, deepLink)]);
}

/** Freezes the account, and returns what to say. */
async function pressed(
  { freezeByMessenger }: Answering,
  language: MailLanguage,
  { messengerId, data }: { messengerId: string; data: string },
): Promise<string> {
  const until = data.startsWith(FREEZE) ? await freezeByMessenger({ messengerId, noticeId: data.slice(FREEZE.length) }) : null;
  return until === null
    ? language.text('messenger.freezeOver')
    : language.text('messenger.frozen', { time: language.time(until) });
}

/** Returns the button below a notice that freezes the account. */
export function freezeButton(language: MailLanguage, noticeId: string): BotButton {
  return { text: language.text('messenger.freeze'), callback_data: FREEZE + noticeId };
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
