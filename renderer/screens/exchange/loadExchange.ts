import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError } from '../../../contract/errors.ts';
import type { Opening } from '../../stores/exchange/ExchangeStore.ts';
import type { Stores } from '../../stores/createStores.ts';
import { loadSections } from '../home/sections/loadSections.ts';
import { notFound } from '../notFound.ts';
import { readPairPath, readQuery } from './readOpening.ts';

/** The exchange page of a pair. `send` and `receive` in the query win over the path and rewrite it (D15). */
export async function loadExchange(stores: Stores, { request, params }: LoaderFunctionArgs): Promise<Response | null> {
  const path = readPairPath(params['exchangePair'] ?? '');
  if (!path) throw notFound(request);
  const url = new URL(request.url);
  const asked = readQuery(url.searchParams);
  const send = asked.send ?? path.send;
  const receive = asked.receive ?? path.receive;
  if (send === receive) throw notFound(request);
  if (send !== path.send || receive !== path.receive) {
    url.searchParams.delete('coin');
    return redirect(stores.locale.path(`/exchange-${send}-${receive}${url.search}`));
  }
  if (!(await show(stores, { send, receive, amount: asked.amount }))) throw notFound(request);
  return null;
}

/** The form with the host's default pair, unless the query names another one that exists. */
export async function loadHome(stores: Stores, { request }: LoaderFunctionArgs): Promise<Response | null> {
  const asked = readQuery(new URL(request.url).searchParams);
  const { exchange, instruments } = stores;
  // The page that was left is come back to as it was.
  if (!asked.send && !asked.receive && exchange.send !== '') return null;
  try {
    const { from, to } = await instruments.loadDefaultPair();
    const opening = { send: asked.send ?? from, receive: asked.receive ?? to, amount: asked.amount };
    const isPair = opening.send !== opening.receive && (await show(stores, opening));
    if (!isPair) await show(stores, { send: from, receive: to, amount: null });
  } catch (error) {
    // Without a host there is no default pair: the page says what is the matter, and the form waits.
    if (!(error instanceof ApiError)) throw error;
  }
  return null;
}

/** False when there is no such instrument. A host that does not answer leaves the form waiting for its rate. */
async function show(stores: Stores, opening: Opening): Promise<boolean> {
  const { exchange } = stores;
  try {
    await Promise.all([exchange.open(opening), loadHistory(stores, opening), loadSections(stores)]);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code !== 'ERR_NOT_FOUND';
  }
}

/** Whether there is a history is announced by the health answer, which the layout is asking for at the same time. */
async function loadHistory({ health, rateHistory }: Stores, { send, receive }: Opening): Promise<void> {
  if (health.state === 'unknown') await health.check();
  await rateHistory.load(send, receive);
}
