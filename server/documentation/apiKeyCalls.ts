import { API_KEY_LIMITS } from '../../contract/limits.ts';
import { SECOND_FACTOR } from './accountEndCalls.ts';
import type { CallDescriptions } from './call.ts';
import { EMAIL_FIRST } from './userCalls.ts';

const WRONG_LIST =
  'A field is missing or malformed, or an entry of `whiteListIp` is no address or range: `details.line` counts from 1, and `details.problem` is ADDRESS, PREFIX_IPV4 or PREFIX_IPV6.';
const UNKNOWN_KEY = 'The customer has no key with this `apiId`.';

/** Descriptions of the calls for API keys. They need a session: a key can't manage keys. */
export const apiKeyCalls: CallDescriptions<'apiKeys'> = {
  'apiKeys.generate': {
    operationId: 'generateApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key and returns its secret, which is stored encrypted and can’t be read again. Without a `name` the key is called “API key”. `whiteListIp` limits the addresses that may use the key.',
    session: 'CHANGE',
    errors: {
      ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR,
      ERR_VALIDATION: WRONG_LIST,
      ERR_NOT_ACCEPTABLE: {
        when: `The customer has ${API_KEY_LIMITS.keys} keys.`,
        message: `An account has at most ${API_KEY_LIMITS.keys} API keys. Delete one first.`,
        details: { most: API_KEY_LIMITS.keys },
      },
    },
  },
  'apiKeys.update': {
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    description: 'Changes the fields that are sent. With `isActive` false, every call with the key is refused from then on.',
    session: 'CHANGE',
    errors: {
      ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR,
      ERR_NOT_ACCEPTABLE: EMAIL_FIRST,
      ERR_VALIDATION: WRONG_LIST,
      ERR_NOT_FOUND: UNKNOWN_KEY,
    },
  },
  'apiKeys.delete': {
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    description: 'Deletes a key at once. The orders that it created stay in the customer’s history.',
    session: 'CHANGE',
    errors: { ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR, ERR_NOT_FOUND: UNKNOWN_KEY },
  },
  'apiKeys.list': {
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Returns the keys of the signed-in customer, without their secrets. `lastUsedAt` may be a minute late.',
    session: 'READ',
  },
};
