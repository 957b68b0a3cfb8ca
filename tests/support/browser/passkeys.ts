import type { Page } from 'playwright';
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
  const call = caller({ page, origin });
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

/** Signs the page's browser in with the passkey alone. Returns the number of the customer. */
export async function signInWithPasskey({ page, origin }: Pick<Registration, 'page' | 'origin'>): Promise<number> {
  const call = caller({ page, origin });
  const { challengeId, passkeyOptions } = await call('users.startPasskeySignIn', {});
  const passkey = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  }, passkeyOptions);
  const { userId } = await call('users.verifySecondFactor', { challengeId, passkey });
  if (userId === undefined) throw new Error('The passkey signed nobody in');
  return userId;
}

/** Returns the function that makes calls with the session of the page's browser. */
function caller({ page, origin }: Pick<Registration, 'page' | 'origin'>) {
  return async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const answer = await page.request.post(`${origin}${apiRoutes[name].path}`, { data: input, headers: { origin } });
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as CallOutput<Name>;
  };
}
