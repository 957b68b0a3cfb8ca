import { createHash, createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { confirmByMail, newCustomer, signUp } from '../support/browser/customers.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const { api, site, visit } = useSite();
const CUSTOMER = newCustomer('partner');

test('a partner creates a key, signs calls through the site with it, switches it off and deletes it', async () => {
  const say = await loadWords('en');
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce' });
  await signUp(page, site().url, CUSTOMER);
  await open('/profile/keys');
  await page.getByRole('button', { name: say('keys.new') }).click();
  await page.getByRole('textbox', { name: say('keys.name') }).fill('Shop checkout');
  await page.getByRole('textbox', { name: say('keys.allowed') }).fill('127.0.0.0/8\n::1');
  await page.getByRole('button', { name: say('keys.create') }).click();
  await confirmByMail(page, { api, say, email: CUSTOMER.email });
  const dialog = page.getByRole('dialog', { name: say('keys.secretTitle') });
  await dialog.waitFor();
  const [apiId = '', secret = ''] = await dialog.locator('strong').allTextContents();
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: say('keys.done') }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await page.content()).includes(secret)).toBe(false);

  const signed = async (method: 'GET' | 'POST', url: string, body = '') => {
    const [path = '', query = ''] = url.split('?');
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const nonce = randomUUID();
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const text = [method, path, query.split('&').toSorted().join('&'), bodyHash, timestamp, nonce].join('\n');
    const answer = await fetch(site().url + url, {
      method,
      headers: {
        'x-api-key': apiId,
        'x-api-timestamp': timestamp,
        'x-api-nonce': nonce,
        'x-api-signature': createHmac('sha256', secret).update(text).digest('hex'),
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    });
    const { details } = (await answer.json()) as { details?: { reason?: string } };
    return [answer.status, details?.reason];
  };
  const rate =
    '/api/v2/rates/public/one?rateMode=FLOATING&instrumentToSlug=usdttrc20&instrumentFromSlug=%65th&claimedDepositAmount=0.5';
  expect(await signed('GET', rate)).toEqual([200, undefined]);
  // The bytes of the body, not what they mean, are signed.
  const address = '{"address":"x",  "currencyTitle" : "BTC", "networkTitle":"BTC"}\n';
  expect(await signed('POST', '/api/v1/instruments/public/validate-address', address)).toEqual([200, undefined]);

  await page.reload();
  await page.getByText(say('ago.now')).waitFor();
  await page.getByRole('switch', { name: say('keys.switch', { name: 'Shop checkout' }) }).click();
  await page.getByRole('switch', { checked: false }).waitFor();
  expect(await signed('GET', rate)).toEqual([403, 'INACTIVE']);

  await page.getByRole('button', { name: say('keys.change', { name: 'Shop checkout' }) }).click();
  await page.getByRole('button', { name: say('keys.delete') }).click();
  await page.getByRole('button', { name: say('keys.removeNow'), exact: true }).click();
  await page.getByText(say('key_page_delete_key_success')).waitFor();
  await page.getByText(say('keys.empty')).waitFor();
  expect(await signed('GET', rate)).toEqual([401, 'SIGNATURE']);
  expect(problems).toEqual([]);
  await close();
});
