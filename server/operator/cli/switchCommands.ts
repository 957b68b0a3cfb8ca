import { SWITCH_REASONS, SWITCH_SIDES } from '../../health/operatorSwitches.ts';
import { actCommand, note, type OperatorCommand } from './command.ts';

const APPLIES = 'Every host applies it within five seconds.';

/** Resumes payouts although networks are in RECOVERY (D73). */
const DESPITE_RECOVERY = '--despite-recovery';

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
      const [side = 'both', reason = 'MAINTENANCE'] = words.slice(placeWords(words));
      return { ...placeOf(words), side, reason };
    },
    done: ({ effect }, words) => `${nameSide(words)} is closed: ${effect.reason}. ${APPLIES}`,
    refused: (_, words) => unknown(words),
  }),
  resume: actCommand('resume', {
    usage: [[`everything | instrument|network <slug> [${SWITCH_SIDES.join('|')}]`, 'remove the operator’s closure']],
    input: (words) => {
      const [side = 'both'] = words.slice(placeWords(words));
      return { ...placeOf(words), side };
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
    usage: [
      ['everywhere | instrument|network <slug>', 'remove a stop of payouts; other stops remain'],
      [`everywhere | instrument|network <slug> ${DESPITE_RECOVERY}`, 'the same while networks are in RECOVERY'],
    ],
    input: (words) => {
      const { reason, ...place } = payouts(words.filter((word) => word !== DESPITE_RECOVERY));
      const isDespiteRecovery = words.includes(DESPITE_RECOVERY);
      return { ...place, ...(isDespiteRecovery && { isDespiteRecovery }), ...(reason !== undefined && { reason }) };
    },
    done: (_, words) => `The stop of payouts is removed: ${namePayouts(words)}. The hosts send in their next round.`,
    refused: (refusal, words) => {
      switch (refusal.refused) {
        case 'UNKNOWN':
          return unknown(words);
        case 'NOT_CLOSED':
          return `Nothing was done: payouts are not stopped ${namePayouts(words)}.`;
        case 'IN_RECOVERY':
          return `Nothing was done: ${refusal.networks.join(', ')} must be opened first: see \`recovery\`. With ${DESPITE_RECOVERY} payouts of the other networks leave, also refunds of orders that pay out there.`;
      }
    },
  }),
  notice: actCommand('notice', {
    usage: [
      [
        'everything <until> <English text> <Russian text>',
        'tell customers something until a time such as 2026-11-22T13:00:00Z; quote each text. It closes nothing',
      ],
      ['instrument|network <slug> <until> <English text> <Russian text>', 'the same about one coin or one network'],
    ],
    input: (words) => {
      const place = placeOf(words);
      const [until, en, ru, ...rest] = words.slice(placeWords(words));
      return { ...place, until, en, ru, ...(rest.length > 0 && { rest }) };
    },
    done: ({ effect: { concerns, until } }) => `Customers are told about ${concerns} until ${until}. ${APPLIES}`,
    refused: ({ refused }, words) =>
      refused === 'UNKNOWN' ? unknown(words) : 'Nothing was done: the notice would end in the past.',
  }),
  'end-notice': actCommand('end-notice', {
    usage: [['everything | instrument|network <slug>', 'end a notice before its time']],
    input: (words) => ({ ...placeOf(words), ...(words.length > placeWords(words) && { rest: words }) }),
    done: ({ effect: { concerns } }) => `Customers are no longer told about ${concerns}. ${APPLIES}`,
    refused: () => 'Nothing was done: there is no such notice.',
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

const placeWords = ([target]: readonly string[]): number => (target === 'everything' ? 1 : 2);
const placeOf = ([target, slug]: readonly string[]) => (target === 'everything' ? { target } : { target, slug });

function nameSide([target, slug, side = 'both']: readonly string[]): string {
  if (target === 'everything') return `everything (${slug === undefined || slug === 'both' ? 'send and receive' : slug})`;
  return `${target} ${slug} (${side === 'both' ? 'send and receive' : side})`;
}

const unknown = ([target, slug]: readonly string[]): string => `Nothing was done: the catalogue has no ${target} ${slug}.`;
