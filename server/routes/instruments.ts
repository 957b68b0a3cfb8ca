import type { FastifyTypeProviderDefault } from 'fastify';
import type { Static } from 'typebox';
import { ApiError } from '../../contract/errors.ts';
import { instrumentRoutes as calls } from '../../contract/api/instruments.ts';
import {
  InstrumentsResponse,
  InstrumentsQuery,
  ValidateAddressResponse,
  ValidateAddressBody,
} from '../../contract/schemas/instruments.ts';
import { detectNetworks, normaliseAddress, splitAddress, validateAddress } from '../instruments/addresses/index.ts';
import { enteredAddress } from '../instruments/enteredAddress.ts';
import type { Catalogue, CatalogueInstrument, Network } from '../instruments/catalogue.ts';
import { LIST_LIFETIME_MS, type InstrumentList } from '../instruments/instrumentList.ts';
import { answers, serve, tagsOf, type RoutePlugin } from './route.ts';

/** Specification §7, instruments. */
export const instrumentRoutes =
  (list: InstrumentList, catalogue: Catalogue): RoutePlugin =>
  async (app) => {
    // Sends the cached bytes without the serialiser. The type provider would require the objects.
    app
      .withTypeProvider<FastifyTypeProviderDefault>()
      .get<{ Querystring: Static<typeof InstrumentsQuery> }>(
        calls['instruments.list'].path,
        { schema: { tags: tagsOf('instruments.list'), querystring: InstrumentsQuery, response: answers(InstrumentsResponse) } },
        async (request, reply) => {
          const { all, providers } = request.query;
          const { etag, json, brotli } = await list.get(all === 'true' ? 'all' : providers ? 'withFiat' : 'active');
          const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
          reply.header('etag', etag).header('cache-control', `public, max-age=${LIST_LIFETIME_MS / 1_000}`);
          reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8');
          if (request.headers['if-none-match'] === etag) return await reply.status(304).send();
          if (takesBrotli) reply.header('content-encoding', 'br');
          return await reply.send(takesBrotli ? brotli : json);
        },
      );

    serve(
      app,
      'instruments.validateAddress',
      { input: ValidateAddressBody, output: ValidateAddressResponse },
      async ({ currencyTitle, networkTitle, address, getRejectReason }) => {
        const instrument = instrumentOf(catalogue, currencyTitle, networkTitle);
        const network = catalogue.networkOf(instrument);
        const entered = enteredAddress(network, address);
        const check = validateAddress(network, instrument, entered, catalogue);
        if (check.valid) return { result: true, ...(getRejectReason && { code: null, ...describeAccount(network, entered) }) };
        if (!getRejectReason) return { result: false };
        const contractOf = check.contractOf?.currencyTitle;
        const detectedNetworks = detectNetworks(entered, catalogue);
        return { result: false, code: check.code, detectedNetworks, ...(contractOf !== undefined && { contractOf }) };
      },
    );
  };

function describeAccount(network: Network, address: string): { account: string; memo?: string } {
  const { memo } = splitAddress(network, address);
  return { account: normaliseAddress(network, address), ...(memo !== null && { memo }) };
}

function instrumentOf(catalogue: Catalogue, currencyTitle: string, networkTitle: string): CatalogueInstrument {
  const instrument = catalogue.find(currencyTitle, networkTitle);
  if (instrument) return instrument;
  const isNetworkKnown = [...catalogue.networks.values()].some(({ title }) => title.toLowerCase() === networkTitle.toLowerCase());
  if (!isNetworkKnown) throw new ApiError('ERR_NETWORK_NOT_SUPPORTED', `There is no network ${networkTitle}.`);
  throw new ApiError('ERR_NOT_FOUND', `There is no ${currencyTitle} on ${networkTitle}.`);
}
