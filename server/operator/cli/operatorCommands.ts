import { OPERATOR_SCOPES, parseScopes } from '../../../contract/accounts/operatorScopes.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import { BLACKLIST_KINDS } from '../acts/customers.ts';
import { actCommand, note, type CommandContext, type OperatorCommand } from './command.ts';

const CONFIRM = '--confirm';

const grant = actCommand('grant', {
  usage: [
    ['<customer> <scope>…', 'show a customer who shall become an operator'],
    ['<customer> <scope>… --confirm', 'give the customer these scopes'],
  ],
  input: ([customer, ...scopes]) => ({ userId: numberOf(customer), scopes }),
  done: ({ effect: { userId, scopes } }) => `Customer ${userId} is an operator now. Scopes: ${scopes.join(', ')}.`,
  refused: ({ refused }, [customer]) =>
    refused === 'NO_CUSTOMER'
      ? noCustomer(customer)
      : 'Nothing was done: an operator needs a confirmed e-mail and a second factor.',
});

/** Commands about customers and operators. */
export const OPERATOR_COMMANDS = {
  blacklist: actCommand('blacklist', {
    usage: [[`${BLACKLIST_KINDS.join('|')} <value> [reason]`, 'refuse new orders with this address, e-mail or client address']],
    input: ([kind, value, ...words]) => ({ kind, value, reason: note(words) ?? null }),
    done: (_, [kind, value]) => `${kind} ${value} is on the blacklist. New orders with it are refused.`,
    refused: () => '',
  }),
  freeze: actCommand('freeze', {
    usage: [['<customer>', 'stop the withdrawals and API keys of a customer; orders go on']],
    input: ([customer]) => ({ userId: numberOf(customer) }),
    done: (_, [customer]) => `Customer ${customer} is frozen: no withdrawal is sent, and no API key works.`,
    refused: ({ refused }, [customer]) =>
      refused === 'NO_CUSTOMER' ? noCustomer(customer) : `Nothing was done: customer ${customer} is frozen already.`,
  }),
  unfreeze: actCommand('unfreeze', {
    usage: [['<customer>', 'let the withdrawals and API keys of a customer work again']],
    input: ([customer]) => ({ userId: numberOf(customer) }),
    done: (_, [customer]) => `Customer ${customer} is no longer frozen.`,
    refused: (_, [customer]) => `Nothing was done: no operator has frozen customer ${customer}.`,
  }),
  'end-sessions': actCommand('end-sessions', {
    usage: [['<customer>', 'sign a customer out everywhere']],
    input: ([customer]) => ({ userId: numberOf(customer) }),
    done: ({ effect }, [customer]) => `Customer ${customer} is signed out: ${effect.sessions} sessions ended.`,
    refused: (_, [customer]) => `Nothing was done: customer ${customer} is signed in nowhere.`,
  }),
  grant: {
    ...grant,
    run: async (context, [customer, ...words]) => {
      const names = words.filter((word) => word !== CONFIRM);
      if (names.length === 0) return null;
      const unknown = names.filter((name) => !OPERATOR_SCOPES.some((scope) => scope === name));
      if (unknown.length > 0)
        return `Nothing was done: unknown scope ${unknown.join(', ')}. Scopes: ${OPERATOR_SCOPES.join(', ')}.`;
      const shown = await showCustomer(context, customer);
      if (shown === null) return noCustomer(customer);
      const { facts, isProtected } = shown;
      if (isProtected && !words.includes(CONFIRM))
        return `${facts}\nNothing was done yet. If this is the right person, repeat the command with ${CONFIRM}.`;
      const text = await grant.run(context, [customer ?? '', ...names]);
      return isProtected ? text : `${facts}\n${text}`;
    },
  },
  revoke: actCommand('revoke', {
    usage: [['<customer>', 'take all scopes of a customer away']],
    input: ([customer]) => ({ userId: numberOf(customer) }),
    done: ({ effect: { userId } }) => `Customer ${userId} has no scopes any more.`,
    refused: (_, [customer]) => noCustomer(customer),
  }),
  'repair-rows': actCommand('repair-rows', {
    usage: [['', 'write settings, switches, blacklist, thresholds, notices and requests again as the signed acts say']],
    input: () => ({}),
    done: ({ effect: { rows } }) => `These rows are again as operators left them:\n${rows.join('\n')}`,
    refused: () => 'Nothing was done: every row is as operators left it.',
  }),
} satisfies Record<string, OperatorCommand>;

const noCustomer = (customer: string | undefined): string => `Nothing was done: there is no customer ${customer}.`;

const numberOf = (customer = ''): number | string => (/^[1-9]\d{0,8}$/.test(customer) ? Number(customer) : customer);

async function showCustomer({ database }: CommandContext, customer: string | undefined) {
  const userId = numberOf(customer);
  const user = typeof userId === 'number' ? await findUser(database, userId) : undefined;
  if (user === undefined || user.closed_at !== null) return null;
  const isConfirmed = user.email_confirmed_at !== null;
  const hasSecondFactor = user.has_second_factor === 1;
  const facts = [
    `Customer ${customer}`,
    user.email === null ? 'E-mail: none' : `E-mail: ${user.email} (${isConfirmed ? 'confirmed' : 'not confirmed'})`,
    `Second factor: ${hasSecondFactor ? 'on' : 'off'}`,
    `Scopes: ${parseScopes(user.operator_scopes).join(', ') || 'none'}`,
  ].join('\n');
  return { facts, isProtected: isConfirmed && hasSecondFactor };
}
