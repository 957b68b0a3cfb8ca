import type { Page } from 'playwright-core';
import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../../contract/api/index.ts';
import { mailedText, signUp, type Credentials } from './customers.ts';
import type { SiteApi } from './siteApi.ts';

/** Gives the page an authenticator of the device. It answers prompts by itself while `isPresent`. */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: async (isPresent: boolean) =>
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent }),
  };
}

interface Registration {
  /** Shows a page of the site, with an authenticator */
  page: Page;
  /** The site's: "http://localhost:4000" */
  origin: string;
  api: SiteApi;
}

/** Registers a customer whose second factor is a passkey of the page's authenticator, and signs the customer out. */
export async function registerWithPasskey({ page, origin, api }: Registration, customer: Credentials): Promise<void> {
  const call = async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const answer = await page.request.post(`${origin}${apiRoutes[name].path}`, { data: input, headers: { origin } });
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as CallOutput<Name>;
  };
  await signUp(page, origin, customer);
  const { challengeId } = await call('users.startSecondFactor', {});
  const emailCode = await mailedText(api, customer.email, /^[A-Z0-9]{8}$/m);
  await call('users.verifySecondFactor', { challengeId, emailCode });
  const start = await call('users.startPasskey', {});
  const passkey = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
    const credential = await navigator.credentials.create({ publicKey });
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  }, start.options);
  await call('users.addPasskey', { challengeId: start.challengeId, passkey, name: 'Laptop' });
  await call('users.logout', {});
}
