import type { Frame, Locator, Page } from 'playwright';
import { tabTo } from './browser.ts';
import { ADDRESSES } from './exchangeForm.ts';
import type { Say } from './words.ts';

export const CARD_PROVIDER = { provider: 'Mercuryo' };
const CARD = '4444 4444 4444 3333';
const BANK_CODE = '1234';
/** With this security code the bank of the embedded provider declines. */
export const DECLINED_CVV = '555';
const BACK = 'Return to the shop';

interface BuyForm {
  address: Locator;
  terms: Locator;
  button(label: string): Locator;
}

/** The form of a card purchase of BTC, found as a screen reader finds it. */
export function buyForm(page: Page | Frame, say: Say): BuyForm {
  const form = page.getByRole('region', { name: say('fiat.form'), exact: true });
  return {
    address: form.getByRole('textbox', { name: say('exchange.address', { coin: 'BTC', network: 'Bitcoin' }) }),
    terms: form.getByRole('checkbox', { name: CARD_PROVIDER.provider }),
    button: (label) => form.getByRole('button', { name: label, exact: true }),
  };
}

/** Fills the form in, as far as it is empty, and presses its button. */
export async function submitPurchase(page: Page, say: Say, label: string): Promise<void> {
  const { address, terms, button } = buyForm(page, say);
  await address.fill(ADDRESSES.bitcoin);
  await terms.check();
  await button(label).click();
}

/** The dialog that shows the host of the provider's page, before it opens. */
export function providerDialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name }).filter({ hasText: /(?:localhost|127\.0\.0\.1):\d+/ });
}

/** Opens the provider's page from the dialog, pays with a card as its bank wants it, and returns to the site. */
export async function payByCard(page: Page, say: Say, cvv: string): Promise<void> {
  await providerDialog(page, say('fiat.next.pay', CARD_PROVIDER))
    .getByRole('button', { name: say('fiat.pay', CARD_PROVIDER) })
    .click();
  await page.getByLabel('Card number').fill(CARD);
  await page.getByLabel('Security code (CVV)').fill(cvv);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  if (cvv !== DECLINED_CVV) await confirmWithBank(page);
  await page.getByRole('link', { name: BACK }).click();
}

async function confirmWithBank(page: Page): Promise<void> {
  await page.getByLabel('Code of your bank').fill(BANK_CODE);
  await page.getByRole('button', { name: 'Confirm the payment' }).click();
}

/** Opens the provider's check from the dialog, ends it, and returns to the form. */
export async function checkDocuments(page: Page, say: Say, are: 'accepted' | 'rejected'): Promise<void> {
  await providerDialog(page, say('fiat.verify.title', CARD_PROVIDER))
    .getByRole('button', { name: say('fiat.verify.open') })
    .click();
  await page.getByRole('button', { name: `My documents are ${are}` }).click();
  await page.getByRole('link', { name: BACK }).click();
}

/** Pays on the provider's page, which is open, by keyboard alone, and returns to the site. */
export async function payByKeyboard(page: Page): Promise<void> {
  await tabTo(page.getByLabel('Card number'));
  await page.keyboard.type(CARD);
  await tabTo(page.getByLabel('Security code (CVV)'));
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await tabTo(page.getByLabel('Code of your bank'));
  await page.keyboard.type(BANK_CODE);
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: BACK }));
  await page.keyboard.press('Enter');
}
