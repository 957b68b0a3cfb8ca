import { ApiError } from '../../contract/errors.ts';
import { add, amount, compare, type Decimal } from '../../contract/money.ts';
import type { CreateOrderInput, Order } from '../../contract/schemas/orders.ts';
import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { randomId, sha256 } from '../common/hashing.ts';
import { lockUser } from '../db/repositories/accounts/users.ts';
import { findPurchase, findPurchaseByKey, insertPurchase, insertPurchaseEvents } from '../db/repositories/fiat/cardPurchases.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Client } from '../orders/calls/createOrder.ts';
import { blankToNull } from '../orders/calls/checks.ts';
import { enteredAddress } from '../instruments/enteredAddress.ts';
import { checkAddress, checkBlacklist, checkNotBlocked, checkNotOwn, fieldError } from '../payments/recipients/checks.ts';
import type { ProviderCustomer, ProviderRate } from '../ports/fiat/fiatProvider.ts';
import type { FiatContext } from './fiatContext.ts';
import { feesOf, type CardPair, type FiatRates } from './fiatRates.ts';
import { amend } from './machine.ts';
import { presentPurchase } from './presentPurchase.ts';
import { toApiError, verificationNeeded } from './providerErrors.ts';
import { KYC_FEATURE, type Consent, type ProviderSessions } from './providerSessions.ts';
import { checkLimitsWith, usedAmount } from './usedAmounts.ts';

/** Longer than a call of the provider can take. Until then no other request buys for the same purchase. */
const BUYING_MS = 90_000;
const FIRST_POLL_MS = 30_000;
/** What may arrive less than the form showed before the customer is asked again (D4) */
const TOLERANCE = amount('0.995');

interface Parts {
  context: FiatContext;
  sessions: ProviderSessions;
  rates: FiatRates;
}

type Frozen = ProviderRate & { freezeToken: string };

/**
 * Creates a card purchase, or returns the one that the same idempotency key and body created before: the row is written first, then the
 * provider is asked for a page to pay on. A repeated request looks for the purchase at the provider before it buys again, so that a lost
 * answer buys once.
 *
 * Throws ERR_UNAUTHORIZED (guest, API key), ERR_NOT_ACCEPTABLE with `details.reason` (EMAIL_NOT_CONFIRMED, TERMS_CHANGED, KYC_NEEDED,
 * REFUSED_BY_PROVIDER), ERR_VALIDATION, ERR_FORBIDDEN, ERR_TOO_MANY_REQUESTS (three wait for a payment), ERR_RATE_CHANGED with `details.pairData`, ERR_IDEMPOTENCY_MISMATCH, the errors of a
 * rate, and ERR_SERVICE_UNAVAILABLE.
 */
export async function createPurchase(parts: Parts, input: CreateOrderInput, client: Client): Promise<Order> {
  const { context, sessions } = parts;
  const { owner } = client;
  if (!owner || owner.source !== 'SESSION') throw new ApiError('ERR_UNAUTHORIZED', 'Sign in to buy with a card.');
  const userId = owner.user_id;
  const key = client.idempotencyKey === null ? null : sha256(client.idempotencyKey);
  const bodyHash = sha256(canonicalJson(input));
  const known = key === null ? undefined : await findPurchaseByKey(context.database, userId, key);
  if (known && known.body_hash !== bodyHash) {
    throw new ApiError('ERR_IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another purchase.');
  }
  const pair = await parts.rates.pairOf(input.instrumentFrom.slug, input.instrumentTo.slug);
  const consent = consentOf(context, input);
  try {
    return await sessions.as({ userId, address: client.address ?? '', consent }, async (customer) => {
      if (known) return await buyAgain(parts, known, { pair, input, customer });
      await checkPurchase(parts, userId, { pair, input, client });
      const isVerified = await checkVerified(parts, userId, { pair, input, customer });
      const frozen = await freeze(parts, { pair, input, customer });
      const row = rowOf(context, { userId, key, bodyHash, input, client, pair, consent, frozen });
      const stored = await insert(context, row, isVerified ? null : pair.rules.noKycThreshold);
      if (!stored) throw busy();
      return await buy(parts, stored, customer, frozen.freezeToken);
    });
  } catch (error) {
    throw toApiError(error, context.log);
  }
}

function consentOf({ settings, now }: FiatContext, { fiat }: CreateOrderInput): Consent {
  if (fiat?.termsVersion !== settings.termsVersion) {
    throw new ApiError('ERR_NOT_ACCEPTABLE', 'Agree to the current terms of the card provider.', {
      reason: 'TERMS_CHANGED',
      termsVersion: settings.termsVersion,
    });
  }
  return { termsVersion: fiat.termsVersion, at: now() };
}

interface Wanted {
  pair: CardPair;
  input: CreateOrderInput;
}

async function checkPurchase(
  { context, sessions, rates }: Parts,
  userId: number,
  { pair, input, client }: Wanted & { client: Client },
): Promise<void> {
  const { catalogue } = context;
  const to = { instrument: pair.coin, network: catalogue.networkOf(pair.coin) };
  for (const [field, named] of [
    ['instrumentFrom', input.instrumentFrom],
    ['instrumentTo', input.instrumentTo],
  ] as const) {
    if (catalogue.find(named.currencyTitle, named.networkTitle)?.slug === named.slug) continue;
    throw new ApiError('ERR_VALIDATION', `The titles of ${field} do not match its slug.`, { field });
  }
  const decimals = input.claimedDepositAmount.split('.')[1]?.length ?? 0;
  if (decimals > pair.currency.precisionDecimals) {
    throw fieldError(
      'claimedDepositAmount',
      'error_amount',
      `The amount has more than ${pair.currency.precisionDecimals} decimals.`,
    );
  }
  rates.checkLimits(await rates.limitsOf(pair), input.claimedDepositAmount, pair);
  const destination = enteredAddress(to.network, input.destinationAddress);
  const email = await sessions.confirmedEmail(userId);
  await checkBlacklist(context, { addresses: [destination], email, clientAddress: client.address });
  checkAddress(context, 'destinationAddress', destination, to);
  if (blankToNull(input.destinationAddressMemo) !== null) {
    throw fieldError('destinationAddressMemo', 'error_memo_incorrect', 'The card provider sends no memo.');
  }
  // Cards are charged back, coins are not: the provider must never deliver to this host.
  await checkNotOwn(context, 'destinationAddress', destination, to.network);
  await checkNotBlocked(context, 'destinationAddress', destination, to);
}

/** Returns whether the provider has verified the customer, who needs it above the limit: throws ERR_NOT_ACCEPTABLE "KYC verification needed." without it. */
async function checkVerified(
  { context, sessions }: Parts,
  userId: number,
  { pair, input, customer }: Wanted & { customer: ProviderCustomer },
): Promise<boolean> {
  const { noKycThreshold } = pair.rules;
  const total = add(await usedAmount(context.database, context, userId, pair.currency.slug), input.claimedDepositAmount);
  if (noKycThreshold !== null && compare(total, noKycThreshold) <= 0) return false;
  const verifications = await sessions.verifications(userId, customer);
  if (!verifications.some(({ feature, status }) => feature === KYC_FEATURE && status === 'complete')) throw verificationNeeded();
  return true;
}

/** Freezes the provider's rate. Throws ERR_RATE_CHANGED if clearly less arrives than the form showed. */
async function freeze(
  { context, rates }: Parts,
  { pair, input, customer }: Wanted & { customer: ProviderCustomer },
): Promise<Frozen> {
  const { currency, providerCoin: coin } = pair;
  const wanted = { currency: currency.currencyTitle, coin, amount: input.claimedDepositAmount };
  const frozen = await context.provider.freeze(customer, wanted);
  const shown: Decimal = input.claimedPublicRate.claimedAmountToReceive;
  if (amount(frozen.amountToGet).gte(amount(shown).times(TOLERANCE))) return frozen;
  throw new ApiError('ERR_RATE_CHANGED', 'The rate of the card provider has changed.', {
    pairData: rates.present(pair, frozen, await rates.limitsOf(pair)),
  });
}

function rowOf(
  context: FiatContext,
  made: Wanted & { userId: number; key: string | null; bodyHash: string; client: Client; consent: Consent; frozen: Frozen },
): CardPurchaseRow {
  const { userId, key, bodyHash, input, client, pair, consent, frozen } = made;
  const now = context.now();
  return {
    id: randomId(),
    user_id: userId,
    idempotency_key: key,
    body_hash: bodyHash,
    version: 1,
    status: 'AWAITING_PAYMENT',
    status_at: now,
    currency: pair.currency.slug,
    instrument: pair.coin.slug,
    amount: frozen.amount,
    amount_to_get: frozen.amountToGet,
    price: input.claimedPublicRate.price,
    fees: JSON.stringify(feesOf(frozen, context.settings.partnerFeePercent)),
    destination_address: enteredAddress(context.catalogue.networkOf(pair.coin), input.destinationAddress),
    locale: input.fiat?.locale ?? 'en',
    origin: client.siteOrigin ?? '',
    client_address: client.address ?? '',
    terms_version: consent.termsVersion,
    consented_at: consent.at,
    legacy_order_id: input.legacyOrderId ?? null,
    redirect_url: null,
    buying_until: now + BUYING_MS,
    reference: null,
    was_held: 0,
    is_processing: 0,
    end_reason: null,
    card_ending: null,
    tx_hash: null,
    poll_at: now + FIRST_POLL_MS,
    created_at: now,
  };
}

/** Returns the stored row; null if another request with the same key was faster. `threshold`: the limit without documents; null: none. */
async function insert(context: FiatContext, row: CardPurchaseRow, threshold: Decimal | null): Promise<CardPurchaseRow | null> {
  return await context.database.transaction().execute(async (transaction) => {
    // An account that is closed meanwhile buys nothing.
    if (!(await lockUser(transaction, row.user_id))) throw new ApiError('ERR_UNAUTHORIZED', 'This account was closed.');
    if (!(await insertPurchase(transaction, row))) return null;
    await checkLimitsWith(transaction, context, row, threshold);
    const { id, created_at } = row;
    await insertPurchaseEvents(transaction, [{ purchase_id: id, sequence: 10, kind: 'CREATION_END', created_at }]);
    return row;
  });
}

/** Continues a purchase whose first request may have lost its answer. */
async function buyAgain(
  parts: Parts,
  purchase: CardPurchaseRow,
  wanted: Wanted & { customer: ProviderCustomer },
): Promise<Order> {
  const { context } = parts;
  if (purchase.redirect_url !== null || purchase.status !== 'AWAITING_PAYMENT') return await presentPurchase(context, purchase);
  if (purchase.buying_until > context.now()) throw busy();
  const claimed = await claim(context, purchase);
  const found = await context.provider.find(wanted.customer, purchase.id);
  if (found) return await keepPage(parts, claimed, found.redirectUrl);
  const frozen = await freeze(parts, wanted);
  const { amountToGet: amount_to_get } = frozen;
  const fees = JSON.stringify(feesOf(frozen, context.settings.partnerFeePercent));
  const priced = await amend(context.database, claimed, { amount_to_get, fees });
  return await buy(parts, priced, wanted.customer, frozen.freezeToken);
}

/** Conditional: of two requests that repeat at once, one buys. */
async function claim({ database, now }: FiatContext, purchase: CardPurchaseRow): Promise<CardPurchaseRow> {
  try {
    return await amend(database, purchase, { buying_until: now() + BUYING_MS });
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) throw busy();
    throw error;
  }
}

async function buy(parts: Parts, purchase: CardPurchaseRow, customer: ProviderCustomer, freezeToken: string): Promise<Order> {
  const { id: purchaseId, destination_address: destinationAddress } = purchase;
  const { redirectUrl } = await parts.context.provider.buy(customer, { freezeToken, destinationAddress, purchaseId });
  return await keepPage(parts, purchase, redirectUrl);
}

/** Stores the page on which the customer pays. One on another origin than the configured ones is never given to a customer. */
async function keepPage({ context }: Parts, purchase: CardPurchaseRow, redirectUrl: string | null): Promise<Order> {
  if (redirectUrl !== null && !isAllowed(redirectUrl, context.origins)) {
    context.log.error({ purchaseId: purchase.id }, 'the card provider named a page on an origin that is not configured');
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The card provider named an unexpected page. Nothing was paid.');
  }
  try {
    return await presentPurchase(
      context,
      await amend(context.database, purchase, { redirect_url: redirectUrl, buying_until: 0 }),
    );
  } catch (error) {
    if (!(error instanceof ConcurrentUpdateError)) throw error;
    // A callback was faster. Its change stays; the page is stored with the next version.
    const current = await findPurchase(context.database, purchase.id);
    if (!current) throw error;
    return await presentPurchase(context, await amend(context.database, current, { redirect_url: redirectUrl, buying_until: 0 }));
  }
}

/** Whether a page is on one of the origins to which customers may be sent. */
export function isAllowed(url: string, origins: readonly string[]): boolean {
  // The origin of a blob: or filesystem: URL is that of the page that made it.
  const page = URL.canParse(url) ? new URL(url) : null;
  return page !== null && /^https?:$/.test(page.protocol) && origins.includes(page.origin);
}

function busy(): ApiError {
  return new ApiError('ERR_SERVICE_UNAVAILABLE', 'This purchase is being created. Try again in a minute.');
}
