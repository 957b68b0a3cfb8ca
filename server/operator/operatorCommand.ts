import { isoTime } from '../../contract/isoTime.ts';
import { SWITCH_REASONS, SWITCH_SIDES, sidesOf } from '../health/operatorSwitches.ts';
import { writeSwitch } from '../health/operatorFile.ts';
import { listLatestUnattributedDeposits } from '../db/repositories/deposits.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import { ConcurrentUpdateError } from '../orders/core/machine.ts';
import {
  addToBlacklist,
  attributeDeposit,
  findLateDeposits,
  rejectClaims,
  releaseHeld,
  retrySend,
  overrideDepositCheck,
  type OperatorContext,
} from './operator.ts';
import { writeOffReorgedDeposits } from './writeOff.ts';
import { refundByOperator } from './operatorRefund.ts';
import { describeWaiting, showOrder } from './operatorShow.ts';
import { readWaiting } from './unresolved.ts';

const KINDS = ['ADDRESS', 'EMAIL', 'CLIENT'] as const;
const TARGETS = ['instrument', 'network'] as const;
const MOST_LISTED = 50;

const NOTHING_REFUNDED =
  'Nothing was done: there is no such order or refund, the address is not of its coin, or what it holds moves by itself, is not more than the fee, or may be on its way. A refund that waits is named by its own id.';

const USAGE = `Commands:
  list                                    all that waits for a person, with the command to use next
  show <order>                            everything about an order: amounts, deposits, sends, claims, events, e-mail, ledger
  release <id>                            lets a payout or refund go that is held above a cap
  retry <id>                              sends a refused or failed one again, at once
  vouch <id>                              sends one whose deposit is said to be gone: you have looked for it yourself
  gone <order> <note>                     deposits that were booked and are in no block any more: out of the books, and
                                          nothing is sent for them; the note says why
  refund <order> <address> [memo]         gives back what is held for an order and can't be on its way
  refund <order> <address> <network>      what was paid to its address on this network, and nothing else
  refund <id> <address> [memo]            sends a refund elsewhere that is held, refused or failed
  unclaimed                               payments that came without their memo, and are nobody's
  attribute <transaction>[#index] <order> such a payment is this order's
  reject <transaction> <order>            it is not
  find <order> <block> [network]          payments to an order that is no longer watched, from a block on; on another
                                          network than its own, where its address is ours there too
  pause instrument|network <slug> [${SWITCH_SIDES.join('|')}] [${SWITCH_REASONS.join('|')}]
                                          closes it for new orders; open ones go on
  resume instrument|network <slug> [${SWITCH_SIDES.join('|')}]
  blacklist ADDRESS|EMAIL|CLIENT <value> [reason]
                                          orders with this are refused from now on`;

/** What the commands work on: the host's database and networks, and the file that a running host reads. */
export type CommandContext = OperatorContext & { operatorFile: string };

type Command = (context: CommandContext, words: readonly string[]) => Promise<string | null>;

/** Each gives what is to be said; null when its words are not what it takes. */
const COMMANDS: Record<string, Command> = {
  list: async (context) => {
    const waiting = await readWaiting(context);
    return waiting.length === 0 ? 'Nothing waits.' : waiting.map(describeWaiting).join('\n');
  },
  show: async (context, [orderId]) => (orderId === undefined ? null : await showOrder(context, orderId)),
  release: async (context, [id]) => {
    if (id === undefined) return null;
    return (await releaseHeld(context, id)) ? `${id} is released.` : `${id} is not held.`;
  },
  retry: async (context, [id]) => {
    if (id === undefined) return null;
    const outcome = await retrySend(context, id);
    if (outcome === 'FOLLOWED') return `${id}: the network no longer says that it failed. It is not sent again, but followed.`;
    return outcome === 'SENT_AGAIN' ? `${id} is sent again.` : `${id} has neither been refused nor failed.`;
  },
  vouch: async (context, [id]) => {
    if (id === undefined) return null;
    return (await overrideDepositCheck(context, id)) ? `${id} is sent on your word.` : `${id} does not wait to be sent.`;
  },
  gone: async (context, [orderId, ...note]) => {
    if (orderId === undefined || note.length === 0) return null;
    const { done, left } = await writeOffReorgedDeposits(context, orderId, note.join(' '));
    return [...done, ...left].join('\n');
  },
  refund: async (context, [name, address, ...words]) => {
    if (name === undefined || address === undefined) return null;
    const { done, left } = await refundByOperator(context, name, address, words);
    return [...(done.length > 0 ? done : [NOTHING_REFUNDED]), ...left].join('\n');
  },
  unclaimed: async ({ database }) => {
    const deposits = await listLatestUnattributedDeposits(database, MOST_LISTED);
    return deposits.length === 0 ? 'Every payment is somebody’s.' : deposits.map(describeDeposit).join('\n');
  },
  attribute: async (context, [transfer, orderId]) => {
    if (transfer === undefined || orderId === undefined) return null;
    return await attributeDeposit(context, transfer, orderId);
  },
  reject: async (context, [txHash, orderId]) => {
    if (txHash === undefined || orderId === undefined) return null;
    const count = await rejectClaims(context, txHash, orderId);
    return count > 0 ? 'The claim is rejected.' : 'This order has no such claim that waits.';
  },
  find: async (context, [orderId, block = '', network]) => {
    if (orderId === undefined || !/^[1-9]\d{0,14}$/.test(block)) return null;
    return await findLateDeposits(context, orderId, Number(block), network);
  },
  pause: async (context, [target, slug, sideWord = 'both', reasonWord = 'MAINTENANCE']) => {
    const reason = SWITCH_REASONS.find((known) => known === reasonWord);
    return reason === undefined ? null : await setSwitch(context, [target, slug, sideWord], reason);
  },
  resume: async (context, [target, slug, sideWord = 'both']) => await setSwitch(context, [target, slug, sideWord], null),
  blacklist: async (context, [kindWord, value, ...reason]) => {
    const kind = KINDS.find((known) => known === kindWord);
    if (kind === undefined || value === undefined) return null;
    await addToBlacklist(context, { kind, value, ...(reason.length > 0 && { reason: reason.join(' ') }) });
    return `${kind} ${value} is on the blacklist.`;
  },
};

/**
 * What an operator can do about orders and coins (D6, D26, D41, D51), in words. The host may be running: every change is
 * one conditional write, which its next round sees. Gives what is to be said; throws what the operator's functions throw.
 */
export async function runOperatorCommand(context: CommandContext, words: readonly string[]): Promise<string> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    return (await command?.(context, rest)) ?? USAGE;
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) return 'The order moved at this very moment. Look at it, and say it again.';
    throw error;
  }
}

async function setSwitch(
  context: CommandContext,
  [targetWord, slug, sideWord]: readonly (string | undefined)[],
  reason: (typeof SWITCH_REASONS)[number] | null,
): Promise<string | null> {
  const kind = TARGETS.find((known) => known === targetWord);
  const side = SWITCH_SIDES.find((known) => known === sideWord);
  if (kind === undefined || side === undefined || slug === undefined) return null;
  const known = kind === 'instrument' ? context.catalogue.instruments : context.catalogue.networks;
  if (!known.has(slug)) return `The catalogue has no ${kind} ${slug}.`;
  await writeSwitch(context.operatorFile, { kind, slug }, sidesOf(side), reason);
  return `${kind} ${slug}, ${side === 'both' ? 'send and receive' : side}: ${reason ?? 'open, as far as this goes'}. A running host sees it within ten seconds.`;
}

function describeDeposit(deposit: DepositRow): string {
  const memo = deposit.memo === null ? 'without memo' : `memo ${deposit.memo}`;
  return `${deposit.tx_hash}#${deposit.transfer_index}  ${deposit.amount} ${deposit.instrument} (${memo}), seen ${isoTime(deposit.detected_at)}`;
}
