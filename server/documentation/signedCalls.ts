import { SIGNED_CALLS } from '../../contract/api/signedCalls.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { NONCE_LIFETIME_MS, SIGNED_CALL_HEADERS, TIMESTAMP_TOLERANCE_SECONDS } from '../../contract/signedCall.ts';
import { properName, type ErrorCase } from './call.ts';
import type { JsonObject } from './components.ts';

const DESCRIPTIONS: Record<keyof typeof SIGNED_CALL_HEADERS, string> = {
  apiId:
    'The id of the API key. A call with any of the four headers is verified or refused; it is never treated as a guest’s. A partner’s key may add the parameter `userAddress` to the query of each call: the IP address of its customer.',
  timestamp: `Seconds since 1970, at most ${TIMESTAMP_TOLERANCE_SECONDS} from the clock of the host.`,
  nonce: `16 to 64 letters, digits, \`-\` or \`_\`, such as a UUID. A key can’t use it again for ${NONCE_LIFETIME_MS / 60_000} minutes.`,
  signature:
    'HMAC-SHA256 in lower-case hex, with the secret as its key, over six lines without a final line feed: the method, the path, the parts of the query sorted and joined with `&`, the SHA-256 of the body in hex, the timestamp, the nonce. Path, query and body are signed as they are sent.',
};

const NAMES: Record<keyof typeof SIGNED_CALL_HEADERS, string> = {
  apiId: 'apiKey',
  timestamp: 'apiTimestamp',
  nonce: 'apiNonce',
  signature: 'apiSignature',
};

const HEADERS = Object.keys(SIGNED_CALL_HEADERS) as (keyof typeof SIGNED_CALL_HEADERS)[];

/** The security schemes of signed calls, by name. One call needs all of them. */
export const signatureSchemes: JsonObject = Object.fromEntries(
  HEADERS.map((name) => [
    NAMES[name],
    { type: 'apiKey', in: 'header', name: properName(SIGNED_CALL_HEADERS[name]), description: DESCRIPTIONS[name] },
  ]),
);

export function mayBeSigned(call: string | null): boolean {
  return SIGNED_CALLS.some((name) => name === call);
}

/** The errors of a signed call beyond those of the call itself. */
export const signatureErrors = {
  ERR_UNAUTHORIZED: {
    when: 'The signature is refused. `details.reason` is HEADERS, TIMESTAMP, SIGNATURE or NONCE.',
    message: 'There is no such API key, or its secret did not sign this call.',
    details: { reason: 'SIGNATURE' },
  },
  ERR_FORBIDDEN: {
    when: 'The API key is switched off (`details.reason` is INACTIVE), does not accept calls from this address (ADDRESS), or is no partner’s and names a `userAddress` (USER_ADDRESS).',
    message: 'This API key accepts no calls from 198.51.100.7.',
    details: { reason: 'ADDRESS', address: '198.51.100.7' },
  },
} satisfies Partial<Record<ErrorCode, ErrorCase>>;
