import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError } from '../../../contract/errors.ts';
import { isMoney } from '../../../contract/fiat/money.ts';
import type { Opening } from '../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { loadSections } from '../home/sections/loadSections.ts';
import { notFound } from '../notFound.ts';
import { loadExchangeParts } from './exchangeParts.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { readPairPath, readQuery } from './readOpening.ts';

/** Loads the exchange page of a pair. `send` and `receive` in the query take precedence over the path and rewrite it (D15). */
export async function loadExchange(stores: AppStores, { request }: LoaderFunctionArgs): Promise<Response | null> {
  const url = new URL(request.url);
  const segment = splitLocale(url.pathname).path.slice(1);
  const path = readPairPath(segment);
  const lowered = segment.toLowerCase();
  if (segment !== lowered && readPairPath(lowered)) return redirect(stores.locale.path(`/${lowered}${url.search}`), 301);
  if (!path) throw notFound(request);
  const query = readQuery(url.searchParams);
  const send = query.send ?? path.send;
  const receive = query.receive ?? path.receive;
  if (send === receive) throw notFound(request);
  if (send !== path.send || receive !== path.receive) {
    url.searchParams.delete('coin');
    return redirect(stores.locale.path(`/exchange-${send}-${receive}${url.search}`));
  }
  if (!(await show(stores, { send, receive, amount: query.amount }))) throw notFound(request);
  return null;
}

/** Loads the form with the host's default pair, unless the query names another existing pair. */
export async function loadHome(stores: AppStores, { request }: LoaderFunctionArgs): Promise<Response | null> {
  const query = readQuery(new URL(request.url).searchParams);
  const { exchange, instruments } = exchangeGroup(stores);
  // Returning to the page restores its form.
  if (!query.send && !query.receive && exchange.send !== '') return null;
  try {
    const { from, to } = await instruments.loadDefaultPair();
    const opening = { send: query.send ?? from, receive: query.receive ?? to, amount: query.amount };
    const isPair = opening.send !== opening.receive && (await show(stores, opening));
    if (!isPair) await show(stores, { send: from, receive: to, amount: null });
  } catch (error) {
    // Without the host there is no default pair: the page shows the outage and the form waits.
    if (!(error instanceof ApiError)) throw error;
  }
  return null;
}

/** Returns false if an instrument is unknown. If the host does not answer, the form waits for its rate. */
async function show(stores: AppStores, opening: Opening): Promise<boolean> {
  const { exchange } = exchangeGroup(stores);
  try {
    if (isMoney(opening.send)) return await (await buying()).openPurchase(stores, opening);
    await Promise.all([exchange.open(opening), loadHistory(stores, opening), loadSections(stores), loadExchangeParts()]);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code !== 'ERR_NOT_FOUND';
  }
}

/** Loads the rate history after the health answer, which announces the feature. The layout requests it at the same time. */
async function loadHistory(stores: AppStores, { send, receive }: Opening): Promise<void> {
  const { health, rateHistory } = exchangeGroup(stores);
  if (health.state === 'unknown') await health.check();
  await rateHistory.load(send, receive);
}

/** Loads the code that the first view needs in buy mode. */
export async function prepareExchange(stores: AppStores): Promise<void> {
  if (exchangeGroup(stores).exchange.isBuying) await (await buying()).loadBuyPage(stores);
}

const buying = () => import('../fiat/loadBuyPage.ts');
