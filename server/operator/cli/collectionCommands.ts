import type { OperatorCommand } from './command.ts';

/** The command about collecting tokens in batches. */
export const COLLECTION_COMMANDS = {
  collector: {
    scope: 'treasury',
    usage: [['<network>', 'whether tokens are collected in batches there, and what to send so that they are']],
    run: async (context, [network]) => {
      if (network === undefined) return null;
      const collection = context.gateways.get(network)?.collection;
      if (!collection) return `No batches on ${network}: it is not in the file of real networks, or without "collection": true.`;
      const { address, to, data } = collection.deployment;
      if (await collection.isReady()) return `Tokens on ${network} are collected in batches, by the contract ${address}.`;
      return [
        `The contract is not on ${network}, so tokens are collected one by one. Send this from any wallet:`,
        `  to    ${to}`,
        '  value 0',
        `  data  ${data}`,
        `It puts the contract at ${address}. The host uses it within a minute.`,
      ].join('\n');
    },
  },
} as const satisfies Record<string, OperatorCommand>;
