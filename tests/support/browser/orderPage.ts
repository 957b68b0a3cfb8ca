import type { Frame, Locator, Page } from 'playwright';
import { expect, vi } from 'vitest';
import { apiRoutes, type CallName } from '../../../contract/api/index.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { CHAIN_PATIENCE_MS, PATIENCE } from '../chainPatience.ts';
import type { Visitor } from './browser.ts';
import type { SiteApi } from './siteApi.ts';
import { ANY, anyOf, type Say } from './words.ts';

/** Where a customer is, and what went wrong there */
type Shown = Pick<Visitor, 'problems'> & { page: Page | Frame };

export interface OrderReference {
  orderId: string;
  destinationAddress: string;
}

/** Seconds may pass between the rate on the page and the press, so an order may need consent once or twice, not more often. */
const MOST_CONSENTS = 2;

/** Waits for the page of the new order. If the rate got worse before the press, accepts the new one as a customer does (D4). */
export async function reachOrder({ page, problems }: Shown, say: Say): Promise<OrderReference> {
  const accept = page.getByRole('dialog').getByRole('button', { name: say('consent.accept') });
  for (let consents = 0; ; consents += 1) {
    const reached = page.waitForURL(/\/order\/(?!pending)[^/]+\?destinationAddress=/).then(() => true);
    const asked = accept.waitFor().then(() => false);
    if (await Promise.any([reached, asked])) break;
    if (consents === MOST_CONSENTS) throw new Error('The host asked for consent to a new rate again and again');
    await accept.click();
    await accept.waitFor({ state: 'hidden' });
    await forgetRefusal(problems, 'orders.create');
  }
  const { pathname, searchParams } = new URL(page.url());
  return { orderId: pathname.split('/').at(-1) ?? '', destinationAddress: searchParams.get('destinationAddress') ?? '' };
}

/** Removes the console's error for a call that the host refused with 409. */
async function forgetRefusal(problems: string[], call: CallName): Promise<void> {
  const noted = () => problems.findIndex((problem) => problem.includes('409') && problem.includes(apiRoutes[call].path));
  await vi.waitFor(() => expect(noted()).not.toBe(-1), PATIENCE);
  problems.splice(noted(), 1);
}

/** Returns the page's main heading, which says what to do now. */
export function heading(page: Page | Frame, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** Waits for something that appears some time later. The error says what the page shows instead, and what it could not load. */
export async function untilShown(shown: Locator): Promise<void> {
  await shown.waitFor({ timeout: CHAIN_PATIENCE_MS }).catch(async (error: unknown) => {
    const page = shown.page();
    const text = await page.locator('main').innerText();
    // A page whose code did not load stays as the server rendered it.
    const failed = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((one) => (one as PerformanceResourceTiming).responseStatus !== 200)
        .map(({ name }) => name),
    );
    throw new Error(`The page shows:\n${text}\nNot loaded: ${failed.join(', ') || 'nothing'}`, { cause: error });
  });
}

/** Waits until the order is completed and returns the heading, with plain spaces. */
export async function completedHeading(page: Page | Frame, say: Say): Promise<string> {
  return await endHeading(page, say, 'accept');
}

/** Waits until the order is refunded and returns the heading, with plain spaces. */
export async function refundedHeading(page: Page, say: Say): Promise<string> {
  return await endHeading(page, say, 'refund');
}

const DECISIONS = {
  accept: { moved: 'order.decision.rateMoved', call: 'orders.acceptRateModeChange', end: 'order.title.completed' },
  refund: { moved: 'order.decision.feeMoved', call: 'orders.requestRefund', end: 'order.title.refunded' },
} as const;
type Way = keyof typeof DECISIONS;

const endOf = (page: Page | Frame, say: Say, way: Way): Locator => heading(page, anyOf(say(DECISIONS[way].end, { amount: ANY })));

async function endHeading(page: Page | Frame, say: Say, way: Way): Promise<string> {
  const end = endOf(page, say, way);
  await untilShown(end);
  // A finished order shows only the amount large; its heading has the whole sentence as its name.
  return readable((await end.getAttribute('aria-label')) ?? (await end.textContent()) ?? '');
}

/** Network fees change every 30 s, so a press can be too late once or twice, not more often. */
const MOST_PRESSES = 3;

interface Decision {
  way: Way;
  press: () => Promise<void>;
  /** What the page shows only after the decision; by default the end of the order. */
  decided?: Locator;
}

/**
 * Makes a decision as a customer does. If a rate or fee got worse between display and press, the page shows the new number and
 * asks again (D5), and this presses again.
 */
export async function decide(
  { page, problems }: Pick<Visitor, 'page' | 'problems'>,
  say: Say,
  { way, press, decided = endOf(page, say, way) }: Decision,
): Promise<void> {
  const { moved, call } = DECISIONS[way];
  const notice = page.getByRole('alert').filter({ hasText: say(moved) });
  for (let presses = 1; presses <= MOST_PRESSES; presses += 1) {
    await press();
    await untilShown(decided.or(notice).first());
    if (!(await notice.isVisible())) return;
    await forgetRefusal(problems, call);
  }
  throw new Error(`After ${MOST_PRESSES} presses the page still says: ${say(moved)}`);
}

/** Formats an amount as the page does, with plain spaces: "3,483.900000 USDT". USDT is the coin to receive in the tests. */
export function written(amount: string, ticker: string, locale: LocaleCode): string {
  return readable(`${formatAmount(amount, locale, ticker === 'USDT' ? USDT_DECIMALS : 0)} ${ticker}`);
}

const USDT_DECIMALS = 6;

const readable = (text: string): string => text.replaceAll(/\s/g, ' ');

/** Pays an order from the wallet of the embedded networks. */
export async function pay(api: SiteApi, { orderId, destinationAddress }: OrderReference, amount?: string): Promise<void> {
  const order = await api.call('orders.publicInfo', { orderId, destinationAddress });
  await api.call('sandbox.send', {
    instrumentSlug: order.pair.instrumentFrom.slug,
    toAddress: order.depositAddress,
    amount: amount ?? order.claimedDepositAmount,
    ...(order.depositAddressMemo !== null && { memo: order.depositAddressMemo }),
  });
}

/** Returns the amounts that an address received on the embedded networks, newest first. */
export async function arrivedAt(api: SiteApi, address: string): Promise<string[]> {
  const { recentTransfers } = await api.call('sandbox.state', {});
  return recentTransfers.filter(({ toAddress }) => toAddress === address).map(({ amount }) => amount);
}
