import type { Locator, Page } from 'playwright-core';
import { formatAmount } from '../../renderer/i18n/formatAmount.ts';
import type { LocaleCode } from '../../renderer/i18n/locales.ts';
import type { SiteApi } from './siteApi.ts';
import { ANY, anyOf, type Say } from './words.ts';

export interface OrderReference {
  orderId: string;
  destinationAddress: string;
}

/** Waits until the order is made and its page is shown. */
export async function reachOrder(page: Page): Promise<OrderReference> {
  await page.waitForURL(/\/order\/(?!pending)[^/]+\?destinationAddress=/);
  const { pathname, searchParams } = new URL(page.url());
  return { orderId: pathname.split('/').at(-1) ?? '', destinationAddress: searchParams.get('destinationAddress') ?? '' };
}

/** The page's heading, which says what to do now. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** Waits for the end and gives the heading, with plain spaces. */
export async function completedHeading(page: Page, say: Say): Promise<string> {
  const completed = heading(page, anyOf(say('order.title.completed', { amount: ANY })));
  await completed.waitFor();
  return readable((await completed.textContent()) ?? '');
}

/** "3,483.9 USDT", with a plain space where the page has one that does not break. */
export function written(amount: string, ticker: string, locale: LocaleCode): string {
  return readable(`${formatAmount(amount, locale)} ${ticker}`);
}

const readable = (text: string): string => text.replaceAll(/\s/g, ' ');

/** Pays an order from the embedded networks' own purse, without the page. */
export async function pay(api: SiteApi, { orderId, destinationAddress }: OrderReference, amount?: string): Promise<void> {
  const order = await api.call('orders.publicInfo', { orderId, destinationAddress });
  await api.call('sandbox.send', {
    instrumentSlug: order.pair.instrumentFrom.slug,
    toAddress: order.depositAddress,
    amount: amount ?? order.claimedDepositAmount,
    ...(order.depositAddressMemo !== null && { memo: order.depositAddressMemo }),
  });
}

/** What left our networks for an address, as the networks themselves have it; newest first. */
export async function arrivedAt(api: SiteApi, address: string): Promise<string[]> {
  const { recentTransfers } = await api.call('sandbox.state', {});
  return recentTransfers.filter(({ toAddress }) => toAddress === address).map(({ amount }) => amount);
}
