import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import Type from 'typebox';
import Value from 'typebox/value';
import type { PasskeyRow } from '../../db/tables/secondFactor.ts';
import type { RelyingParty } from './relyingParty.ts';

/** Loads the library with its first use: it takes 26 MB, and a host may have no customer with a passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** How long the browser waits for the customer, in ms. */
const PROMPT_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256 (COSE) */
const ALGORITHMS = [-8, -7, -257];

/** What of a response is read before the library checks all of it. */
const Credential = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 1_400 }),
  rawId: Type.String(),
  type: Type.Literal('public-key'),
  response: Type.Object({ clientDataJSON: Type.String() }),
});

interface NewPasskey {
  relyingParty: RelyingParty;
  challenge: string;
  brand: string;
  /** What the prompt calls the account */
  name: string;
  /** Random bytes that identify the customer to authenticators, base64url */
  userHandle: string;
  existing: readonly PasskeyRow[];
}

/** Returns what the browser needs to create a passkey that can sign in alone. `challenge` is base64url. */
export async function registrationOptions(input: NewPasskey): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { relyingParty, challenge, brand, name, userHandle, existing } = input;
  const { generateRegistrationOptions } = await loadLibrary();
  return await generateRegistrationOptions({
    rpName: brand,
    rpID: relyingParty.id,
    userName: name,
    userID: bytesOf(userHandle),
    challenge: bytesOf(challenge),
    timeout: PROMPT_MS,
    excludeCredentials: existing.map(descriptorOf),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns what the browser needs to use a passkey. Without `passkeys` it offers every passkey of the site. */
export async function authenticationOptions(
  relyingParty: RelyingParty,
  challenge: string,
  passkeys: readonly PasskeyRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: bytesOf(challenge),
    timeout: PROMPT_MS,
    userVerification: 'required',
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(descriptorOf) }),
  });
}

type CreatedPasskey = Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports' | 'relying_party'>;

/** Returns the created passkey; null if the response is not of this site and challenge, or nobody verified the customer. */
export async function verifyRegistration(
  response: unknown,
  { id, origin }: RelyingParty,
  challenge: string,
): Promise<CreatedPasskey | null> {
  if (!Value.Check(Credential, response)) return null;
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      relying_party: id,
    };
  } catch {
    return null;
  }
}

/** Returns the id of the passkey that a response claims to be of; null if it is no response. */
export function passkeyIdOf(response: unknown): string | null {
  return Value.Check(Credential, response) ? response.id : null;
}

/** Returns the new counter of the passkey; null if the response is not of this passkey, site and challenge. */
export async function verifyAuthentication(
  response: unknown,
  passkey: PasskeyRow,
  { id, origin }: RelyingParty,
  challenge: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: passkey.id, publicKey: bytesOf(passkey.public_key), counter: passkey.counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

const descriptorOf = ({ id, transports }: PasskeyRow) => ({ id, transports: JSON.parse(transports) as string[] });

const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'));
