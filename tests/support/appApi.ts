import type { FastifyInstance } from 'fastify';
import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../contract/api/index.ts';
import type { SiteApi } from './browser/siteApi.ts';

/** Makes the API calls of a host in this process, without a socket. Throws the host's answer if a call fails. */
export function createAppApi(app: Pick<FastifyInstance, 'inject'>, headers = { host: 'localhost' }): SiteApi {
  return {
    async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
      const { method, path: url } = apiRoutes[name];
      const fields = Object.entries(input).map(([field, value]): [string, string] => [field, String(value)]);
      const body = method === 'GET' ? { query: Object.fromEntries(fields) } : { payload: input };
      const answer = await app.inject({ method, url, headers, ...body });
      if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
      return answer.json<CallOutput<Name>>();
    },
  };
}
