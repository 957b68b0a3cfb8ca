import type { CallDescriptions, ErrorCase } from './call.ts';

const FORBIDDEN: ErrorCase = {
  when: 'The request comes from a page of another origin. By default the sandbox serves only this machine.',
  message: 'The sandbox is available only to pages opened on this machine.',
};
const UNKNOWN_NETWORK = 'No embedded network has this slug.';

export const sandboxCalls: CallDescriptions<'sandbox'> = {
  'sandbox.state': {
    operationId: 'getSandbox',
    summary: 'Read the state of the sandbox',
    description: 'Returns the embedded networks, the prices of the embedded market and the latest transfers.',
    errors: { ERR_FORBIDDEN: FORBIDDEN },
  },
  'sandbox.send': {
    operationId: 'sendSandboxCoins',
    summary: 'Send coins on an embedded network',
    description: 'Sends coins without value from the sandbox’s wallet, for example to the deposit address of an order.',
    errors: {
      ERR_VALIDATION: 'A field is missing or malformed, or the address or the memo is not one of this network.',
      ERR_NOT_FOUND: 'There is no instrument with this slug.',
      ERR_FORBIDDEN: FORBIDDEN,
      ERR_SERVICE_UNAVAILABLE: {
        when: 'The network was broken with `breakSandboxPort`.',
        message: 'No payment: the network does not answer.',
      },
    },
  },
  'sandbox.mine': {
    operationId: 'mineSandboxBlocks',
    summary: 'Mine blocks',
    description: 'Adds blocks to an embedded network and returns its new height.',
    errors: { ERR_NETWORK_NOT_SUPPORTED: UNKNOWN_NETWORK, ERR_FORBIDDEN: FORBIDDEN },
  },
  'sandbox.price': {
    operationId: 'setSandboxPrice',
    summary: 'Set a price',
    description: 'Sets the USD price of a coin on the embedded market. From there the price continues to move.',
    errors: {
      ERR_VALIDATION: 'A field is missing or malformed, or the price is not between 10⁻¹² and 10¹².',
      ERR_NOT_FOUND: 'The embedded market has no such coin.',
      ERR_FORBIDDEN: FORBIDDEN,
    },
  },
  'sandbox.break': {
    operationId: 'breakSandboxPort',
    summary: 'Simulate a fault',
    description: 'Lets a network or the market fail in the given way until `mendSandbox`.',
    errors: {
      ERR_VALIDATION: 'A field is missing or malformed, or this port does not have this failure mode.',
      ERR_NETWORK_NOT_SUPPORTED: UNKNOWN_NETWORK,
      ERR_FORBIDDEN: FORBIDDEN,
    },
  },
  'sandbox.mend': {
    operationId: 'mendSandbox',
    summary: 'End simulated faults',
    description: 'Ends the fault of one port, or of all ports if `port` is absent.',
    errors: { ERR_NETWORK_NOT_SUPPORTED: UNKNOWN_NETWORK, ERR_FORBIDDEN: FORBIDDEN },
  },
  'sandbox.reorg': {
    operationId: 'reorganiseSandboxNetwork',
    summary: 'Simulate a reorg',
    description: 'Removes the newest blocks of a network. `fate` says what happens to their transactions.',
    errors: { ERR_NETWORK_NOT_SUPPORTED: UNKNOWN_NETWORK, ERR_FORBIDDEN: FORBIDDEN },
  },
  'sandbox.replace': {
    operationId: 'replaceSandboxTransactions',
    summary: 'Replace pending transactions',
    description: 'Replaces all transactions of a network that are in no block yet.',
    errors: { ERR_NETWORK_NOT_SUPPORTED: UNKNOWN_NETWORK, ERR_FORBIDDEN: FORBIDDEN },
  },
  'sandbox.fees': {
    operationId: 'setSandboxFees',
    summary: 'Set network fees',
    description: 'Multiplies the usual fee of a network, to simulate a congested one.',
    errors: { ERR_NETWORK_NOT_SUPPORTED: UNKNOWN_NETWORK, ERR_FORBIDDEN: FORBIDDEN },
  },
  'sandbox.decideIdentity': {
    operationId: 'decideSandboxIdentity',
    summary: 'Pass or reject an identity check',
    description: 'Gives the verdict of a reviewer on a customer’s documents, without opening them.',
    errors: {
      ERR_NOT_ACCEPTABLE: 'This attempt does not wait for a verdict.',
      ERR_FORBIDDEN: FORBIDDEN,
    },
  },
  'sandbox.mails': {
    operationId: 'listSandboxMails',
    summary: 'List the mails of the sandbox',
    description: 'Returns the newest 50 e-mails that the host stored instead of sending.',
    errors: { ERR_FORBIDDEN: FORBIDDEN },
  },
};
