import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { listActions } from '../acts/audit.ts';
import { readOrderRecord } from '../orderRecord.ts';
import { readClosures } from '../readClosures.ts';
import { listUnresolved, UNRESOLVED_KINDS } from '../unresolved.ts';
import { readWithdrawalRecord } from '../withdrawalRecord.ts';
import { actCommand, note, type OperatorCommand } from './command.ts';
import { formatAction, formatClosures } from './formatAction.ts';
import { formatOrder } from './formatOrder.ts';
import { formatUnresolved } from './formatUnresolved.ts';
import { formatWithdrawal } from './formatWithdrawal.ts';
import { COLLECTION_COMMANDS } from './collectionCommands.ts';
import { HEDGING_COMMANDS } from './hedgingCommands.ts';
import { IDENTITY_COMMANDS } from './identityCommands.ts';
import { OPERATOR_COMMANDS } from './operatorCommands.ts';
import { ORDER_COMMANDS } from './orderCommands.ts';
import { PARTNER_COMMANDS } from './partnerCommands.ts';
import { RECOVERY_COMMANDS } from './recoveryCommands.ts';
import { RESTORE_COMMANDS } from './restoreCommands.ts';
import { SEND_COMMANDS } from './sendCommands.ts';
import { SETTING_COMMANDS } from './settingCommands.ts';
import { SWITCH_COMMANDS } from './switchCommands.ts';
import { TREASURY_COMMANDS } from './treasuryCommands.ts';

/** The headings of the usage text, by the scope of the commands below them. */
export const HEADINGS = {
  'orders.read': 'Read orders',
  'orders.act': 'Act on orders',
  treasury: 'Treasury',
  switches: 'Pause instruments, networks and payouts',
  identity: 'Identity',
  customers: 'Block customers',
  settings: 'Settings, operators and partners',
} as const satisfies Record<OperatorScope, string>;

const AUDIT_PAGE = 20;
const RESULT = '--result';

/** Every command, in the order of the usage text. */
export const COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  list: {
    scope: 'orders.read',
    usage: [
      ['[kind] [page]', 'what operators closed, and unresolved items, each with the next command; or one page of one kind'],
    ],
    run: async (context, [kindWord, pageWord = '1']) => {
      const kinds = kindWord === undefined ? UNRESOLVED_KINDS : UNRESOLVED_KINDS.filter((kind) => kind === kindWord);
      if (kinds.length === 0 || !/^[1-9]\d{0,6}$/.test(pageWord)) return null;
      const closures = kindWord === undefined ? formatClosures(await readClosures(context)) : [];
      const lists = await listUnresolved(context, { kinds, page: Number(pageWord) });
      const none = `No unresolved items${kindWord === undefined ? '' : ` of kind ${kindWord}`}.`;
      return [...closures, lists.length === 0 ? none : formatUnresolved(lists)].join('\n\n');
    },
  },
  show: {
    scope: 'orders.read',
    usage: [
      ['<order>', 'everything about an order: amounts, deposits, sends, claims, events, e-mail, ledger'],
      ['<withdrawal>', 'everything about a withdrawal (WITHDRAWAL:…): customer, amounts, wait, transaction, ledger'],
    ],
    run: async (context, [id]) => {
      if (id === undefined) return null;
      const withdrawal = await readWithdrawalRecord(context, id);
      if (withdrawal) return formatWithdrawal(withdrawal);
      const order = await readOrderRecord(context, id);
      return order ? formatOrder(order) : `There is no order ${id}.`;
    },
  },
  ...SEND_COMMANDS,
  ...ORDER_COMMANDS,
  ...RESTORE_COMMANDS,
  capital: actCommand('capital', {
    usage: [
      [
        '<instrument> <amount> <note>',
        'book our own money that you add to the treasury or, as BTC@kraken, to an exchange, or (with a minus) take from it',
      ],
      [
        `<coin>@<exchange> <amount> ${RESULT} <note>`,
        'book what the exchange credited or (with a minus) took by itself, such as interest: income or cost',
      ],
    ],
    input: ([instrument, amount, ...words]) => ({
      instrument,
      amount,
      note: note(words.filter((word) => word !== RESULT)),
      isResult: words.includes(RESULT),
    }),
    done: ({ effect: { instrument, amount, journal, isResult } }) =>
      `${amount} ${instrument} is booked as ${isResult ? 'a result of the exchange' : 'capital'} (${journal}). The next reconciliation expects it to be there.`,
    refused: ({ refused }, [instrument, amount]) =>
      ({
        NO_INSTRUMENT: `Nothing was done: the catalogue has no coin ${instrument}.`,
        NO_EXCHANGE: `Nothing was done: ${instrument} is not at an exchange. Name it as BTC@kraken.`,
        NOT_AN_AMOUNT: `Nothing was done: ${amount} is not an amount such as 1.5 or -0.25.`,
      })[refused],
  }),
  ...RECOVERY_COMMANDS,
  threshold: actCommand('threshold', {
    usage: [['<instrument> <amount>|none', 'alert while less of the coin is free in the reserve']],
    input: ([instrument, amount, ...rest]) => ({
      instrument,
      amount: amount === 'none' ? null : amount,
      ...(rest.length > 0 && { rest }),
    }),
    done: ({ effect: { instrument, amount } }) =>
      amount === null
        ? `No alert goes out for the reserve of ${instrument}.`
        : `An alert goes out while the free reserve of ${instrument} is below ${amount}.`,
    refused: ({ refused }, [instrument, amount]) =>
      ({
        NO_INSTRUMENT: `Nothing was done: the catalogue has no coin ${instrument}.`,
        NOT_AN_AMOUNT: `Nothing was done: ${amount} is not an amount such as 1.5.`,
        NO_THRESHOLD: `Nothing was done: ${instrument} has no threshold.`,
      })[refused],
  }),
  accept: actCommand('accept', {
    usage: [['<key> <note>', 'hide a difference of the books that is known and explained, until it changes']],
    input: ([key, ...words]) => ({ key, note: note(words) }),
    done: ({ effect: { key, howMuch } }) => `${key} is accepted: ${howMuch}. It is reported again only when it changes.`,
    refused: ({ refused }, [key]) =>
      refused === 'BOOK_CAPITAL'
        ? 'Nothing was done: book the difference as capital: npm run operator -- capital INSTRUMENT AMOUNT NOTE'
        : `Nothing was done: the last reconciliation found no difference ${key ?? ''}.`,
  }),
  note: actCommand('note', {
    usage: [
      ['<order> <text>', 'note something about an order for other operators; the console shows it'],
      ['customer <number> <text>', 'the same about a customer'],
    ],
    input: ([first = '', ...words]) =>
      first === 'customer'
        ? { target: `customer ${words[0] ?? ''}`, text: note(words.slice(1)) }
        : { target: first, text: note(words) },
    done: ({ effect: { target } }) => `Noted about ${target}.`,
    refused: (_refusal, [target]) => `Nothing was done: there is no order or customer ${target ?? ''}.`,
  }),
  ...IDENTITY_COMMANDS,
  ...SWITCH_COMMANDS,
  ...TREASURY_COMMANDS,
  ...COLLECTION_COMMANDS,
  ...HEDGING_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...SETTING_COMMANDS,
  ...PARTNER_COMMANDS,
  audit: {
    scope: 'settings',
    usage: [['[before]', `the last ${AUDIT_PAGE} acts of operators, newest first; or those before a number`]],
    run: async (context, [before]) => {
      if (before !== undefined && !/^[1-9]\d{0,8}$/.test(before)) return null;
      const actions = await listActions(context, { limit: AUDIT_PAGE, ...(before !== undefined && { before: Number(before) }) });
      return actions.length === 0 ? 'No acts are recorded.' : actions.map(formatAction).join('\n');
    },
  },
};
