import { actCommand, type OperatorCommand } from './command.ts';

/** Commands about the API keys of partners. */
export const PARTNER_COMMANDS = {
  partner: actCommand('partner', {
    usage: [
      [
        '<API key> <requests per minute> <unpaid orders> <percent of the reserve>',
        'mark an API key as a partner’s: it has these limits and may name its customers’ addresses',
      ],
    ],
    input: ([apiKeyId, requests, orders, reservePercent]) => ({
      apiKeyId,
      requestsPerMinute: Number(requests),
      unpaidOrders: Number(orders),
      reservePercent,
    }),
    done: ({ effect: { apiKeyId, userId, requestsPerMinute, unpaidOrders, reservePercent } }) =>
      `${apiKeyId} of customer ${userId} is a partner's key. From its next call: ${requestsPerMinute} requests a minute, ` +
      `${unpaidOrders} unpaid orders an hour, ${reservePercent} % of a coin's reserve.`,
    refused: (_, [apiKeyId]) => noKey(apiKeyId),
  }),
  'end-partner': actCommand('end-partner', {
    usage: [['<API key>', 'make a partner’s key an ordinary one']],
    input: ([apiKeyId]) => ({ apiKeyId }),
    done: ({ effect: { apiKeyId, userId } }) =>
      `${apiKeyId} is an ordinary key. From its next call it shares the limits of customer ${userId}.`,
    refused: ({ refused }, [apiKeyId]) =>
      refused === 'NO_KEY' ? noKey(apiKeyId) : `Nothing was done: ${apiKeyId} is not a partner's key.`,
  }),
} satisfies Record<string, OperatorCommand>;

const noKey = (apiKeyId: string | undefined): string => `Nothing was done: there is no API key ${apiKeyId}.`;
