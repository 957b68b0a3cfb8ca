import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDecimal } from '../../../../contract/money.ts';
import { equalInConstantTime, randomId } from '../../../common/hashing.ts';
import type { EmbeddedCardUser } from '../../../db/tables/embeddedCards.ts';
import type { PartnerAccess } from '../fiatSettings.ts';
import { networkCode, networkSlug } from '../mercuryo/networks.ts';
import { describe } from './cardCallbacks.ts';
import type { CardDesk } from './cardDesk.ts';
import { CARD_LIMITS, type CardRate } from './cardRates.ts';
import type { EmbeddedCardStore } from './embeddedCardStore.ts';

export interface PartnerApiOptions {
  store: EmbeddedCardStore;
  desk: CardDesk;
  access: PartnerAccess;
  currencies: readonly string[];
  coins(): readonly { currencyTitle: string; networkSlug: string }[];
  rate(wanted: { currency: string; coin: string; network: string; amount: string }): CardRate | null;
  /** The page on which a purchase is paid */
  payPage(id: string): string;
}

interface Frozen extends Pick<CardRate, 'amount' | 'amountToGet'> {
  currency: string;
  coin: string;
  network: string;
}

type Query = Readonly<Record<string, string | undefined>>;
const COUNTRIES = [
  'aut',
  'bel',
  'cyp',
  'deu',
  'esp',
  'fra',
  'gbr',
  'geo',
  'irl',
  'ita',
  'kaz',
  'nld',
  'pol',
  'prt',
  'srb',
  'tur',
  'usa',
];

/** Adds the calls of the partner API that the shop makes, with the documented requests and responses. https://oor-api.redoc.ly */
export function addPartnerApi(app: FastifyInstance, options: PartnerApiOptions): void {
  const { store, desk, access, currencies, coins, rate, payPage } = options;
  const done = (data: unknown) => ({ status: 200, data });
  const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
    reply.code(status).send({ status, code, message });
  const seal = (text: string): string => sealed(text, access.signKey);

  const isPartner = (request: FastifyRequest): boolean =>
    equalInConstantTime(String(request.headers['sdk-partner-token'] ?? ''), access.partnerToken);
  const userOf = async (request: FastifyRequest): Promise<EmbeddedCardUser | undefined> =>
    await store.findUser({ token: String(request.headers['b2b-bearer-token'] ?? '') });
  const ratedBy = ({ from = '', to = '', amount = '', network = '' }: Query) => {
    const slug = networkSlug(network) ?? '';
    const isKnown: boolean = isDecimal(amount);
    const found = isKnown ? rate({ currency: from, coin: to, network: slug, amount }) : null;
    return found && { found, wanted: { currency: from, coin: to, network: slug } };
  };
  const presentRate = ({ found, wanted }: NonNullable<ReturnType<typeof ratedBy>>) => ({
    currency: wanted.coin,
    amount: found.amountToGet,
    fiat_amount: found.amount,
    fiat_currency: wanted.currency,
    rate: found.rate,
    fee: { [wanted.coin]: found.feeInCoin, [wanted.currency]: found.fee },
  });

  app.get('/v1.6/lib/currencies', () =>
    done({
      fiat: currencies,
      crypto: [...new Set(coins().map(({ currencyTitle }) => currencyTitle))],
      config: {
        crypto_currencies: coins().flatMap((coin) => {
          const network = networkCode(coin.networkSlug);
          return network === undefined ? [] : [{ currency: coin.currencyTitle, network }];
        }),
      },
    }),
  );
  app.get('/v1.6/public/card-countries', () => done(COUNTRIES));
  app.get<{ Querystring: Query }>('/v1.6/public/currency-limits', ({ query: { from = '' } }, reply) =>
    currencies.includes(from)
      ? done({ [from]: { min: CARD_LIMITS.least, max: CARD_LIMITS.most } })
      : refuse(reply, 400, 403011, 'From cannot be blank'),
  );
  app.get<{ Querystring: Query }>('/v1.6/widget/buy/rate', ({ query }, reply) => {
    const rated = ratedBy(query);
    return rated ? done(presentRate(rated)) : refuse(reply, 400, 500002, 'amount off limits');
  });

  app.post<{ Body: { email?: string; accept?: boolean } }>('/v1.6/b2b/user/sign-up', async (request, reply) => {
    const { email = '', accept } = request.body;
    if (!isPartner(request)) return refuse(reply, 401, 401000, 'Unauthorized');
    if (accept !== true || email === '') return refuse(reply, 400, 400000, 'Accept cannot be blank');
    const user: EmbeddedCardUser = { email, id: randomUUID(), token: randomId(), kyc_status: 'incomplete' };
    if (!(await store.addUser(user))) return refuse(reply, 400, 400010, 'Email already registered');
    return done({ user_uuid4: user.id, 'b2b-bearer-token': user.token });
  });
  app.post<{ Body: { email?: string } }>('/v1.6/b2b/user/sign-in', async (request, reply) => {
    if (!isPartner(request)) return refuse(reply, 401, 401000, 'Unauthorized');
    const user = await store.findUser({ email: request.body.email ?? '' });
    return user ? done({ user_uuid4: user.id, 'b2b-bearer-token': user.token }) : refuse(reply, 404, 403004, 'User not found.');
  });

  app.get('/v1.6/b2b/user/kyc-status', async (request, reply) => {
    const user = await userOf(request);
    if (!user) return refuse(reply, 401, 401000, 'Unauthorized');
    return done({ features: [{ feature: 'crypto', status: user.kyc_status }] });
  });
  app.get('/v1.6/b2b/kyc/access-token', async (request, reply) => {
    const user = await userOf(request);
    if (!user) return refuse(reply, 401, 401000, 'Unauthorized');
    return done({ kyc_access_token: sealAccessToken(user.id, access.signKey), applicant_id: user.id });
  });
  app.get<{ Querystring: Query }>('/v1.6/b2b/oor/buy-rates', async (request, reply) => {
    if (!(await userOf(request))) return refuse(reply, 401, 401000, 'Unauthorized');
    const rated = ratedBy(request.query);
    if (!rated) return refuse(reply, 400, 500002, 'amount off limits');
    const { amount, amountToGet } = rated.found;
    const text = Buffer.from(JSON.stringify({ ...rated.wanted, amount, amountToGet } satisfies Frozen)).toString('base64url');
    return done({ ...presentRate(rated), trx_token: `${text}.${seal(text)}` });
  });
  app.post<{ Body: { trx_token?: string; address?: string; merchant_transaction_id?: string } }>(
    '/v1.6/b2b/oor/buy',
    async (request, reply) => {
      const user = await userOf(request);
      if (!user) return refuse(reply, 401, 401000, 'Unauthorized');
      const { trx_token: token = '', address = '', merchant_transaction_id: merchant_id = '' } = request.body;
      const [text = '', signature = ''] = token.split('.');
      if (!equalInConstantTime(signature, seal(text)) || address === '')
        return refuse(reply, 400, 403015, 'Invalid payment flow');
      const frozen = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Frozen;
      const { currency, coin, network, amount, amountToGet: amount_to_get } = frozen;
      const purchase = await desk.open(user, { merchant_id, currency, coin, network, amount, amount_to_get, address });
      return done({ redirect_url: payPage(purchase.id) });
    },
  );
  app.get<{ Querystring: Query }>('/v1.6/b2b/transactions', async (request, reply) => {
    const user = await userOf(request);
    if (!user) return refuse(reply, 401, 401000, 'Unauthorized');
    const found = await store.listByMerchantId(user.id, request.query['merchant_transaction_id'] ?? '');
    return done(
      found.map((purchase) => ({
        buy: describe(purchase, 'buy', payPage(purchase.id)),
        ...(purchase.withdraw_status !== null && { withdraw: describe(purchase, 'withdraw', null) }),
      })),
    );
  });
}

/** Returns the access to the verification of a customer. */
export const sealAccessToken = (userId: string, signKey: string): string => `${userId}.${sealed(userId, signKey)}`;

/** Returns the customer's id of an access token; null: it is none of this provider's. */
export function openAccessToken(token: string, signKey: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  return equalInConstantTime(signature, sealed(id, signKey)) ? id : null;
}

const sealed = (text: string, signKey: string): string => createHmac('sha256', signKey).update(text).digest('hex');
