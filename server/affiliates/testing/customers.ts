import type { Decimal } from '../../../contract/money.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import { readCustomerBalance } from '../../db/repositories/accounts/customerBalances.ts';
import type { OrderOwnerRow } from '../../db/tables/accounts.ts';
import { mineAndTick } from '../../orders/testing/hostActions.ts';
import { CLIENT, inputFor, type OrderHost, type OrderOptions } from '../../orders/testing/orderHost.ts';
import { DEFAULT_PRICING } from '../../pricing/pricingSettings.ts';
import { EARNINGS_INSTRUMENT } from '../affiliateRules.ts';
import { DEFAULT_AFFILIATE_RULES } from '../affiliateSettings.ts';
import { createAffiliateService, type AffiliateService } from '../affiliateService.ts';
import { mainCodeOf } from '../codes.ts';
import { createEarnings, createReferrals } from '../createReferrals.ts';
import { signReferral } from '../signedReferrals.ts';

/** A customer with a main code. */
export interface TestCustomer {
  userId: number;
  code: string;
}

/** Inserts a customer, whom `referrer` brought. */
export async function addCustomer(host: OrderHost, referrer?: TestCustomer): Promise<TestCustomer> {
  const now = host.context.now();
  const { customers } = await host.database
    .selectFrom('users')
    .select((select) => select.fn.countAll().as('customers'))
    .executeTakeFirstOrThrow();
  const id = Number(customers) + 1;
  await host.database
    .insertInto('users')
    .values(
      sampleUser({ id, email: null, referrer_user_id: referrer?.userId ?? null, referrer_code: referrer?.code ?? null }, now),
    )
    .execute();
  if (referrer) {
    await signReferral(host.context, host.database, { userId: id, referrerId: referrer.userId, code: referrer.code });
  }
  return { userId: id, code: await mainCodeOf(host.database, id, now) };
}

/** How an exchange is made: who owns the order, and the code that it names. */
export interface SwapOptions extends OrderOptions {
  owner?: TestCustomer;
  source?: OrderOwnerRow['source'];
  code?: string;
}

/** Creates and pays an order, by default 0.1 BTC → USDT of a guest. Returns its id. */
export async function startSwap(host: OrderHost, { owner, source = 'SESSION', code, ...wanted }: SwapOptions = {}) {
  const { input } = inputFor(host, wanted);
  const client = { ...CLIENT, owner: owner ? { user_id: owner.userId, source, api_key_id: null } : null };
  const order = await host.orders.create({ ...input, ...(code !== undefined && { referrerId: code }) }, client);
  const { network } = host.context.catalogue.instruments.get(input.instrumentFrom.slug) ?? {};
  host.chain(network ?? '').pay({ address: order.depositAddress }, input.instrumentFrom.slug, input.claimedDepositAmount);
  return order.orderId;
}

/** {@link startSwap}, and lets the order complete. */
export async function swap(host: OrderHost, options: SwapOptions = {}): Promise<string> {
  const orderId = await startSwap(host, options);
  await mineAndTick(host, ['bitcoin', 'ethereum', 'tron'], 5);
  return orderId;
}

/** Returns what a customer can withdraw. */
export async function balanceOf(host: OrderHost, { userId }: TestCustomer): Promise<Decimal> {
  return await readCustomerBalance(host.database, userId, EARNINGS_INSTRUMENT);
}

/** Lets the affiliates of an order host use these prices and rules. Returns a function that undoes it. */
export function useAffiliates(
  host: OrderHost,
  trustedPrice: (slug: string) => Decimal | null,
  rules = DEFAULT_AFFILIATE_RULES,
): () => void {
  const { database, now, log, signer, siteOrigin, referrals, onEnded } = host.context;
  const options = { database, signer, siteOrigin, rules, trustedPrice, brandAffiliateId: 'causeway', now, log };
  const [, ...others] = onEnded;
  Object.assign(host.context, { referrals: createReferrals(options), onEnded: [createEarnings(options), ...others] });
  return () => void Object.assign(host.context, { referrals, onEnded });
}

/** Returns the affiliate calls of an order host. */
export function affiliatesOf(host: OrderHost): AffiliateService {
  const { database, catalogue, now } = host.context;
  return createAffiliateService({
    database,
    catalogue,
    now,
    rules: DEFAULT_AFFILIATE_RULES,
    fees: DEFAULT_PRICING,
    trustedPrice: (slug) => host.desk.prices.get(slug) ?? null,
  });
}
