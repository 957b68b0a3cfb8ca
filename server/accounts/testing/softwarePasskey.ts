import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a browser with an authenticator does: the same messages, with a key in memory. */
export interface SoftwarePasskey {
  id: string;
  /** Returns a RegistrationResponseJSON. */
  create(challenge: string, site: { origin: string; relyingParty: string }): unknown;
  /** Returns an AuthenticationResponseJSON. `isVerified`: whether the authenticator checked who touches it. */
  use(challenge: string, site: { origin: string; relyingParty: string }, isVerified?: boolean): unknown;
}

/** Flags of authenticator data (WebAuthn, 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;
const COORDINATE_BYTES = 32;

/** Creates an authenticator with an ES256 key. Its counter increases with each use. */
export function createSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const authenticatorData = (relyingParty: string, flags: number, rest = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    counter += 1;
    return Buffer.concat([sha256(relyingParty), Buffer.from([flags]), count, rest]);
  };

  return {
    id,
    create: (challenge, { origin, relyingParty }) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(left)],
        [-3, new Uint8Array(right)],
      ]);
      if (left.length !== COORDINATE_BYTES || right.length !== COORDINATE_BYTES)
        throw new Error('The key has no 32-byte coordinates');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, Buffer.from(isoCBOR.encode(key))]);
      const data = authenticatorData(relyingParty, USER_PRESENT | USER_VERIFIED | HAS_KEY, credential);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      };
    },
    use: (challenge, { origin, relyingParty }, isVerified = true) => {
      const data = authenticatorData(relyingParty, USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
      const client = clientData('webauthn.get', challenge, origin);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      };
    },
  };
}

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }), 'utf8');
