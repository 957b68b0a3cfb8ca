import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { shortenedEmail } from '../../contract/shortened.ts';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { tabTo } from '../support/browser/browser.ts';
import { confirmByMail, confirmEmail, mailedText, newCustomer, signUp, STEP_UP_CODE } from '../support/browser/customers.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { pay, untilShown } from '../support/browser/orderPage.ts';
import { confirmWithdrawal } from '../support/browser/confirmWithdrawal.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';
import { makeOrder, untilEvent } from '../support/samples/makeOrder.ts';

// A withdrawal to a new address waits for an hour.
const { api, site, visit } = useSite({ environment: { FIRST_EMAIL_WAIT_SECONDS: '0' } });
const CUSTOMER = newCustomer('elsa');
const STOP_LINK = /\/cancel-withdrawal#\S+/;

/** Presses a button or link by keyboard. */
async function press(target: Locator): Promise<void> {
  await tabTo(target);
  await target.press('Enter');
}

test('a customer withdraws by keyboard, walks the account, and stops the withdrawal by the link of the e-mail', async () => {
  const say = await loadWords('en');
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce' });
  await signUp(page, site().url, CUSTOMER);
  await confirmEmail(page, api, site().url, CUSTOMER);
  const answer = await page.request.get(`${site().url}/api/v1/affiliates/referrer-id`);
  const { referrerId } = (await answer.json()) as { referrerId: string };
  const wish = { from: 'btc', to: 'usdttrc20', amount: '0.5', rateMode: 'FLOATING', destinationAddress: ADDRESSES.tron } as const;
  const order = await makeOrder(api, { ...wish, referrerId });
  await pay(api, order);
  await untilEvent(api, order, 'WITHDRAWAL_COMPLETED');

  await open('/profile/wallet');
  const rail = page.getByRole('navigation', { name: say('account.navigation') });
  await untilShown(page.getByRole('row').filter({ hasText: say('wallet.kind.REFERRAL') }));
  await press(
    page
      .getByRole('main')
      .getByRole('link', { name: say('wallet.withdraw'), exact: true })
      .last(),
  );
  await page.waitForURL('**/profile/withdraw');
  // A new customer waits, so the lead promises no payout within a minute.
  await page.getByText(/We wait .* before we send it; then it is usually there/).waitFor();
  await tabTo(page.getByRole('textbox', { name: say('withdraw.send') }));
  await page.keyboard.type('25');
  await tabTo(page.getByRole('textbox', { name: say('withdraw.address', { network: 'TRON' }) }));
  await page.keyboard.type(ADDRESSES.tron);
  await press(page.getByRole('button', { name: say('withdraw.submit', { amount: '25.00' }) }));
  await page.getByRole('textbox', { name: say('withdraw.mailedCode', { email: shortenedEmail(CUSTOMER.email) }) }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await confirmWithdrawal(page, { api, say, email: CUSTOMER.email }, 'WAITING');
  const used = await mailedText(api, CUSTOMER.email, STEP_UP_CODE);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page.getByRole('button', { name: say('withdraw.made.done') }));
  await page
    .getByRole('row')
    .getByRole('button', { name: say('withdraw.cancel') })
    .waitFor();

  await press(rail.getByRole('link', { name: say('account.keys') }));
  await press(page.getByRole('button', { name: say('keys.new') }));
  await tabTo(page.getByRole('textbox', { name: say('keys.name') }));
  await page.keyboard.type('Shop checkout');
  await press(page.getByRole('button', { name: say('keys.create') }));
  // The proof of the withdrawal permitted nothing else.
  await confirmByMail(page, { api, say, email: CUSTOMER.email, used });
  await tabTo(page.getByRole('checkbox', { name: say('keys.stored') }));
  await page.keyboard.press('Space');
  await press(page.getByRole('button', { name: say('keys.done') }));
  await page.getByRole('cell', { name: 'Shop checkout' }).waitFor();
  await press(rail.getByRole('link', { name: say('account.affiliate') }));
  await page.waitForURL('**/profile/affiliate-program');
  await tabTo(page.getByRole('button', { name: say('affiliate.copyLink') }));

  await open(await mailedText(api, CUSTOMER.email, STOP_LINK));
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page.getByRole('button', { name: say('stopWithdrawal.button') }));
  await page.getByText(say('stopWithdrawal.CANCELLED', { amount: '25.00' })).waitFor();
  await open('/profile/withdraw');
  await page.getByRole('cell', { name: say('withdraw.arrivesOf', { arrives: '0.00', amount: '25.00' }) }).waitFor();
  await open('/profile/wallet');
  await page
    .getByRole('row')
    .filter({ hasText: say('wallet.kind.RETURN') })
    .waitFor();
  expect(problems).toEqual([]);
  await close();
});
