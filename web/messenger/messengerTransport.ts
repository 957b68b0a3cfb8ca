import { createHttpTransport } from '../../contract/client/httpTransport.ts';
import { tokenTransport, type TokenKeeper } from '../../contract/client/tokenTransport.ts';
import { SESSION_KIND_HEADER } from '../../contract/api/users.ts';
import type { Transport } from '../../contract/platform.ts';
import { pageRequests } from '../browser/pageRequests.ts';

type Options = Parameters<typeof tokenTransport>[1];

/** The calls of the mini-app to its host. A frame has no cookies (D64), so each call carries the token of the session. */
export function createMessengerTransport(options: Options): Transport {
  const send = pageRequests('omit');
  const plain = createHttpTransport(
    (request) => send({ ...request, headers: { ...request.headers, ...authorization(options.keeper) } }),
    { [SESSION_KIND_HEADER]: 'header' },
  );
  return tokenTransport(plain, options);
}

function authorization(keeper: TokenKeeper): Record<string, string> {
  const accessToken = keeper.tokens()?.accessToken;
  return !accessToken ? {} : { authorization: `Bearer ${accessToken}` };
}
