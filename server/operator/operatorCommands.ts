import { SWITCH_SIDES, SWITCH_REASONS, sidesOf } from '../health/operatorSwitches.ts';
import { writeSwitch } from '../health/operatorFile.ts';
import { addToBlacklist } from './addToBlacklist.ts';
import { changeCapital } from './changeCapital.ts';
import { grantScopes, revokeScopes } from './grantScopes.ts';
import type { OperatorContext } from './operatorContext.ts';
import { attributeDeposit, findLateDeposits, rejectClaims } from './operatorDeposits.ts';
import { overrideDepositCheck, releaseHeld, retrySend, settleShortSend } from './operatorSends.ts';
import { refuseWithdrawal, showWithdrawal } from './operatorWithdrawals.ts';
import { refundByOperator } from './refundByOperator.ts';
import { showOrder } from './showOrder.ts';
import { listUnresolved } from './unresolved.ts';
import { writeOffReorgedDeposits } from './writeOffReorgedDeposits.ts';

/** The host's database and networks, and the file that a running host reads. */
export type CommandContext = OperatorContext & { operatorFile: string };

/** The permissions of D61 that commands need, each with its heading in the usage text. */
export const SCOPES = {
  'orders.read': 'Read orders',
  'orders.act': 'Act on orders',
  treasury: 'Treasury',
  switches: 'Pause instruments and networks',
  customers: 'Block customers',
  settings: 'Operators',
} as const;

export interface OperatorCommand {
  scope: keyof typeof SCOPES;
  /** Arguments and what the command does with them; one entry for each form of the command */
  usage: readonly (readonly [args: string, help: string])[];
  /** Returns the text to print, or null when the arguments do not fit the usage. Throws what the operator's functions throw. */
  run(context: CommandContext, words: readonly string[]): Promise<string | null>;
}

const BLACKLIST_KINDS = ['ADDRESS', 'EMAIL', 'CLIENT'] as const;
const TARGETS = ['instrument', 'network'] as const;

const NOTHING_REFUNDED = `Nothing was refunded. Possible reasons:
  - there is no such order or refund
  - the address does not fit the instrument
  - the deposit is still processed automatically, or does not exceed the network fee
  - a payout or refund may be on its way
  - a refund is decided already: redirect it by its own id (REFUND:…)`;

export const OPERATOR_COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  list: {
    scope: 'orders.read',
    usage: [['[kind] [page]', 'unresolved items, each with the next command; of all kinds, or one page of one kind']],
    run: async (context, words) => await listUnresolved(context, words),
  },
  show: {
    scope: 'orders.read',
    usage: [
      ['<order>', 'everything about an order: amounts, deposits, sends, claims, events, e-mail, ledger'],
      ['<withdrawal>', 'everything about a withdrawal (WITHDRAWAL:…): customer, amounts, wait, transaction, ledger'],
    ],
    run: async (context, [id]) =>
      id === undefined ? null : ((await showWithdrawal(context, id)) ?? (await showOrder(context, id))),
  },
  release: {
    scope: 'orders.act',
    usage: [['<send>', 'send a payout, refund or withdrawal that is on hold; a withdrawal still waits as long as it has to']],
    run: async (context, [id]) => {
      if (id === undefined) return null;
      if (!(await releaseHeld(context, id))) return `Nothing was done: ${id} is not on hold.`;
      return `${id} is released. The host sends it in its next round.`;
    },
  },
  cancel: {
    scope: 'orders.act',
    usage: [['<withdrawal>', 'cancel a withdrawal (WITHDRAWAL:…) that has not left; the whole amount returns to the balance']],
    run: async (context, [id]) => {
      if (id === undefined) return null;
      if (!(await refuseWithdrawal(context, id))) return `Nothing was done: ${id} is no withdrawal, or it may be on its way.`;
      return `${id} is cancelled. The whole amount is back in the customer's balance, and the customer gets an e-mail.`;
    },
  },
  retry: {
    scope: 'orders.act',
    usage: [['<send>', 'retry a refused, failed or delayed payout, refund or withdrawal now']],
    run: async (context, [id]) => {
      if (id === undefined) return null;
      const outcome = await retrySend(context, id);
      if (outcome === null) return `Nothing was done: ${id} is neither refused nor failed, nor between two attempts.`;
      if (outcome === 'RETRIED') return `${id} is retried in the host's next round.`;
      return `${id} is not sent again: the network no longer reports it as failed. The host monitors it until it is confirmed.`;
    },
  },
  override: {
    scope: 'orders.act',
    usage: [['<send>', 'send a payout or refund without checking its deposits; check them on two explorers first']],
    run: async (context, [id]) => {
      if (id === undefined) return null;
      if (!(await overrideDepositCheck(context, id))) return `Nothing was done: ${id} is not waiting to be sent.`;
      return `The deposit check of ${id} is overridden. The host sends it in its next round.`;
    },
  },
  settle: {
    scope: 'orders.act',
    usage: [['<send> <note>', 'close a payment of which less arrived than was sent; note what you did about it']],
    run: async (context, [id, ...note]) => {
      if (id === undefined || note.length === 0) return null;
      if (!(await settleShortSend(context, id, note.join(' '))))
        return `Nothing was done: all of ${id} arrived, or it is settled.`;
      return `${id} is settled: ${note.join(' ')}`;
    },
  },
  'write-off': {
    scope: 'orders.act',
    usage: [['<order> <note>', 'write off deposits that a reorg removed, and cancel what is based on them']],
    run: async (context, [orderId, ...note]) => {
      if (orderId === undefined || note.length === 0) return null;
      const { done, skipped } = await writeOffReorgedDeposits(context, orderId, note.join(' '));
      return [...done, ...skipped].join('\n');
    },
  },
  refund: {
    scope: 'orders.act',
    usage: [
      ['<order> <address> [memo]', 'refund what the host holds for an order and has not sent'],
      ['<order> <address> [memo] --replace', 'the same, to another address than the customer’s'],
      ['<order> <address> <network>', 'refund only the deposits on another network than the order’s'],
      ['<refund> <address> [memo]', 'redirect a refund (REFUND:…) that is on hold, refused or failed'],
    ],
    run: async (context, [name, address, ...words]) => {
      if (name === undefined || address === undefined) return null;
      const { done, skipped } = await refundByOperator(context, name, address, words);
      return [...(done.length > 0 ? done : [NOTHING_REFUNDED]), ...skipped].join('\n');
    },
  },
  attribute: {
    scope: 'orders.act',
    usage: [['<transaction>[#index] <order>', 'attribute a deposit without a memo to an order']],
    run: async (context, [transfer, orderId]) =>
      transfer === undefined || orderId === undefined ? null : await attributeDeposit(context, transfer, orderId),
  },
  reject: {
    scope: 'orders.act',
    usage: [['<transaction> <order>', 'reject an order’s claims of a transaction']],
    run: async (context, [txHash, orderId]) => {
      if (txHash === undefined || orderId === undefined) return null;
      const count = await rejectClaims(context, txHash, orderId);
      if (count === 0) return `Nothing was done: order ${orderId} has no open claim of ${txHash}.`;
      return `The claim is rejected. The order's customer can't claim ${txHash} again.`;
    },
  },
  find: {
    scope: 'orders.act',
    usage: [['<order> <block> [network]', 'scan for payments to an order that is no longer watched, from a block on']],
    run: async (context, [orderId, block = '', network]) =>
      orderId === undefined || !/^[1-9]\d{0,14}$/.test(block)
        ? null
        : await findLateDeposits(context, orderId, Number(block), network),
  },
  capital: {
    scope: 'treasury',
    usage: [['<instrument> <amount> <note>', 'book our own money that you add to the treasury or (with a minus) take from it']],
    run: async (context, [instrument, amount, ...note]) =>
      instrument === undefined || amount === undefined || note.length === 0
        ? null
        : await changeCapital(context, { instrument, amount, note: note.join(' ') }),
  },
  pause: {
    scope: 'switches',
    usage: [
      [
        `instrument|network <slug> [${SWITCH_SIDES.join('|')}] [${SWITCH_REASONS.join('|')}]`,
        'close it for new orders; open orders continue',
      ],
    ],
    run: async (context, [target, slug, side, reasonWord = 'MAINTENANCE']) => {
      const reason = SWITCH_REASONS.find((known) => known === reasonWord);
      return reason === undefined ? null : await setSwitch(context, [target, slug, side], reason);
    },
  },
  resume: {
    scope: 'switches',
    usage: [[`instrument|network <slug> [${SWITCH_SIDES.join('|')}]`, 'remove the operator’s closure']],
    run: async (context, words) => await setSwitch(context, words, null),
  },
  blacklist: {
    scope: 'customers',
    usage: [[`${BLACKLIST_KINDS.join('|')} <value> [reason]`, 'refuse new orders with this address, e-mail or client address']],
    run: async (context, [kindWord, value, ...reason]) => {
      const kind = BLACKLIST_KINDS.find((known) => known === kindWord);
      if (kind === undefined || value === undefined) return null;
      await addToBlacklist(context, { kind, value, reason: reason.length > 0 ? reason.join(' ') : null });
      return `${kind} ${value} is on the blacklist. New orders with it are refused.`;
    },
  },
  grant: {
    scope: 'settings',
    usage: [
      ['<customer> <scope>…', 'show a customer who shall become an operator'],
      ['<customer> <scope>… --confirm', 'give the customer these scopes'],
    ],
    run: async (context, [customer, ...words]) =>
      customer === undefined || words.length === 0 ? null : await grantScopes(context, customer, words),
  },
  revoke: {
    scope: 'settings',
    usage: [['<customer>', 'take all scopes of a customer away']],
    run: async (context, [customer]) => (customer === undefined ? null : await revokeScopes(context, customer)),
  },
};

async function setSwitch(
  context: CommandContext,
  [targetWord, slug, sideWord = 'both']: readonly (string | undefined)[],
  reason: (typeof SWITCH_REASONS)[number] | null,
): Promise<string | null> {
  const kind = TARGETS.find((known) => known === targetWord);
  const side = SWITCH_SIDES.find((known) => known === sideWord);
  if (kind === undefined || side === undefined || slug === undefined) return null;
  const known = kind === 'instrument' ? context.catalogue.instruments : context.catalogue.networks;
  if (!known.has(slug)) return `Nothing was done: the catalogue has no ${kind} ${slug}.`;
  await writeSwitch(context.operatorFile, { kind, slug }, sidesOf(side), reason);
  const what = `${kind} ${slug} (${side === 'both' ? 'send and receive' : side})`;
  const done = reason === null ? `The operator's closure of ${what} is removed` : `${what} is closed: ${reason}`;
  return `${done}. A running host applies it within ten seconds.`;
}
