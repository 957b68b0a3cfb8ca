import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../../contract/api/index.ts';

export interface SiteApi {
  /** One call of the contract, through the site, as a client makes it. Throws with the host's answer unless it is a success. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
}

export function createSiteApi(siteUrl: string): SiteApi {
  return {
    async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
      const { method, path } = apiRoutes[name];
      const url = new URL(path, siteUrl);
      if (method === 'GET') for (const [field, value] of Object.entries(input)) url.searchParams.set(field, String(value));
      const answer = await fetch(url, {
        method,
        ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
      return JSON.parse(text) as CallOutput<Name>;
    },
  };
}
