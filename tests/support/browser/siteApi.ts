import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../../contract/api/index.ts';
import { newClient } from './newClient.ts';

export interface SiteApi {
  /** Makes an API call through the site and returns its output. Throws the host's answer if the call fails. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
}

export function createSiteApi(siteUrl: string): SiteApi {
  const client = newClient();
  return {
    async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
      const { method, path } = apiRoutes[name];
      const url = new URL(path, siteUrl);
      if (method === 'GET') for (const [field, value] of Object.entries(input)) url.searchParams.set(field, String(value));
      const answer = await fetch(url, {
        method,
        headers: { ...client, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(input) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
      return JSON.parse(text) as CallOutput<Name>;
    },
  };
}
