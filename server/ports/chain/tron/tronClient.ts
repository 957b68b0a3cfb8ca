import { ChainUnavailableError } from '../chainGateway.ts';
import { fieldOf, parseNumbersAsText, unreachable } from '../nodeAnswers.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** How a node is reached. By default a node serves its solid view at another port than its newest block. */
export interface TronNodeAddress {
  /** Serves `/wallet/…`. May contain an access key: never logged. */
  url: string;
  /** Serves `/walletsolidity/…` */
  solidityUrl: string;
}

/** `wallet`: with the newest block. `walletsolidity`: with the newest block that can't be removed. */
export type TronView = 'wallet' | 'walletsolidity';

/** Calls a node's HTTP interface. Numbers of answers are returned as their source text. Throws ChainUnavailableError. */
export type TronClient = (
  view: TronView,
  method: string,
  body?: Readonly<Record<string, string | number | boolean>>,
) => Promise<unknown>;

export function createTronClient({ url, solidityUrl }: TronNodeAddress): TronClient {
  return async (view, method, body = {}) => {
    const base = view === 'wallet' ? url : solidityUrl;
    const response = await fetch(`${base.replace(/\/$/, '')}/${view}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch(unreachable);
    const text = await response.text().catch(unreachable);
    let answer: unknown;
    try {
      answer = parseNumbersAsText(text);
    } catch {
      throw new ChainUnavailableError(`the node answers with status ${response.status} and no JSON`);
    }
    // Nodes answer a failed request with status 200, hosted ones with another status.
    if (!response.ok) throw new ChainUnavailableError(`the node answers ${method} with status ${response.status}`);
    if (fieldOf(answer, 'Error') !== undefined) throw new ChainUnavailableError(`the node can not answer ${method}`);
    return answer;
  };
}
