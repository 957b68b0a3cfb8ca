import { SWITCH_REASONS, SWITCH_SIDES } from '../../health/operatorSwitches.ts';
import { actCommand, note, type OperatorCommand } from './command.ts';

const APPLIES = 'Every host applies it within five seconds.';

/** Commands that close something or open it again. */
export const SWITCH_COMMANDS = {
  pause: actCommand('pause', {
    usage: [
      [
        `instrument|network <slug> [${SWITCH_SIDES.join('|')}] [${SWITCH_REASONS.join('|')}]`,
        'close it for new orders; open orders continue',
      ],
      [`everything [${SWITCH_SIDES.join('|')}] [${SWITCH_REASONS.join('|')}]`, 'the same for all coins'],
    ],
    input: (words) => {
      const [side = 'both', reason = 'MAINTENANCE'] = words.slice(words[0] === 'everything' ? 1 : 2);
      return { ...sideOf(words), side, reason };
    },
    done: ({ effect }, words) => `${nameSide(words)} is closed: ${effect.reason}. ${APPLIES}`,
    refused: (_, words) => unknown(words),
  }),
  resume: actCommand('resume', {
    usage: [[`everything | instrument|network <slug> [${SWITCH_SIDES.join('|')}]`, 'remove the operator’s closure']],
    input: (words) => {
      const [side = 'both'] = words.slice(words[0] === 'everything' ? 1 : 2);
      return { ...sideOf(words), side };
    },
    done: (_, words) => `The operator's closure of ${nameSide(words)} is removed. ${APPLIES}`,
    refused: ({ refused }, words) =>
      refused === 'UNKNOWN' ? unknown(words) : `Nothing was done: no operator has closed ${nameSide(words)}.`,
  }),
  hold: actCommand('hold', {
    usage: [
      [
        '<from> <to>',
        'hold the unsent payouts that were priced between two times, such as 2026-11-22T13:00:00Z; stop payouts first',
      ],
    ],
    input: ([from, to]) => ({ from, to }),
    done: ({ effect }) =>
      `${effect.payouts} payouts are on hold, worth about ${effect.usdValue} USD. Release each that is right.`,
    refused: () => 'Nothing was done: no unsent payout was priced in that time.',
  }),
  'stop-payouts': actCommand('stop-payouts', {
    usage: [
      ['everywhere [reason]', 'send no payouts, refunds and withdrawals; deposits, sweeps and what has left continue'],
      ['instrument|network <slug> [reason]', 'the same, of one coin or on one network'],
    ],
    input: (words) => {
      const { reason, ...place } = payouts(words);
      return { ...place, reason: reason ?? null };
    },
    done: (_, words) => `Payouts are stopped: ${namePayouts(words)}. No host signs a further payment.`,
    refused: (_, words) => unknown(words),
  }),
  'resume-payouts': actCommand('resume-payouts', {
    usage: [['everywhere | instrument|network <slug>', 'remove a stop of payouts; other stops remain']],
    input: (words) => {
      const { reason, ...place } = payouts(words);
      return { ...place, ...(reason !== undefined && { reason }) };
    },
    done: (_, words) => `The stop of payouts is removed: ${namePayouts(words)}. The hosts send in their next round.`,
    refused: ({ refused }, words) =>
      refused === 'UNKNOWN' ? unknown(words) : `Nothing was done: payouts are not stopped ${namePayouts(words)}.`,
  }),
} satisfies Record<string, OperatorCommand>;

function payouts([first, ...rest]: readonly string[]) {
  if (first === 'everywhere') return { reason: note(rest) };
  const [slug = '', ...words] = rest;
  return { target: first ?? '', slug, reason: note(words) };
}

function namePayouts([first = '', slug = '']: readonly string[]): string {
  return first === 'everywhere' ? first : `${first} ${slug}`;
}

const sideOf = ([target, slug]: readonly string[]) => (target === 'everything' ? { target } : { target, slug });

function nameSide([target, slug, side = 'both']: readonly string[]): string {
  if (target === 'everything') return `everything (${slug === undefined || slug === 'both' ? 'send and receive' : slug})`;
  return `${target} ${slug} (${side === 'both' ? 'send and receive' : side})`;
}

const unknown = ([target, slug]: readonly string[]): string => `Nothing was done: the catalogue has no ${target} ${slug}.`;
