import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { signedBytes, type GuaranteeDocument, type ReceiptDocument } from '../../contract/signedDocuments/guarantee.ts';
import type { SigningKeys } from '../../contract/schemas/guarantee.ts';
import { keyIdOf } from '../../contract/signedDocuments/signature.ts';
import type {
  AcceptanceRecord,
  AccrualRecord,
  ActionRecord,
  CapitalRecord,
  CheckpointRecord,
  DecisionRecord,
  EarningsRecord,
  OriginRecord,
  ReferralRecord,
  VerificationRecord,
  WithdrawalRecord,
} from './records.ts';

/** The fields that the signer adds itself, so that callers can't choose key or exchange name. */
type SignerFields = {
  version: string;
  keyId: string;
  exchange: string;
};
type Content<Document> = Omit<Document, keyof SignerFields>;

/** A signed document. */
export interface StoredSignature<Document> {
  document: Document;
  signature: string;
  keyId: string;
}

/** Signs documents with the host's key (D42). */
export interface DocumentSigner {
  /** Public keys in hex, the current one first. */
  readonly publicKeys: readonly string[];
  signGuarantee(content: Content<GuaranteeDocument>): StoredSignature<GuaranteeDocument>;
  signReceipt(content: Content<ReceiptDocument>): StoredSignature<ReceiptDocument>;
  signDecision(content: DecisionRecord): StoredSignature<DecisionRecord & SignerFields>;
  signCapital(content: CapitalRecord): StoredSignature<CapitalRecord & SignerFields>;
  signAcceptance(content: AcceptanceRecord): StoredSignature<AcceptanceRecord & SignerFields>;
  signWithdrawal(content: WithdrawalRecord): StoredSignature<WithdrawalRecord & SignerFields>;
  signAccrual(content: AccrualRecord): StoredSignature<AccrualRecord & SignerFields>;
  signEarnings(content: EarningsRecord): StoredSignature<EarningsRecord & SignerFields>;
  signOrigin(content: OriginRecord): StoredSignature<OriginRecord & SignerFields>;
  signReferral(content: ReferralRecord): StoredSignature<ReferralRecord & SignerFields>;
  signVerification(content: VerificationRecord): StoredSignature<VerificationRecord & SignerFields>;
  signAction(content: ActionRecord): StoredSignature<ActionRecord & SignerFields>;
  signCheckpoint(content: CheckpointRecord): StoredSignature<CheckpointRecord & SignerFields>;
}

/** PKCS #8 prefix of a raw 32-byte Ed25519 private key, which Node requires. */
const PKCS8_FRAME = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates a signer. `secretKey` has 32 bytes; `previousKeys` are former public keys in hex. */
export function createDocumentSigner({
  secretKey,
  previousKeys,
  exchange,
}: {
  secretKey: Uint8Array;
  previousKeys: readonly string[];
  exchange: string;
}): DocumentSigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_FRAME, secretKey]), format: 'der', type: 'pkcs8' });
  const publicKey = publicKeyOf(secretKey);
  const keyId = keyIdOf(publicKey);
  const seal = <Document extends Readonly<Record<string, unknown>>>(document: Document): StoredSignature<Document> => ({
    document,
    signature: sign(null, signedBytes(document), key).toString('hex'),
    keyId,
  });
  const own = { keyId, exchange };
  return {
    publicKeys: [...new Set([publicKey, ...previousKeys])],
    signGuarantee: (content) => seal({ version: '5', ...own, ...content }),
    signReceipt: (content) => seal({ version: '1', ...own, ...content }),
    signDecision: (content) => seal({ version: '1', ...own, ...content }),
    signCapital: (content) => seal({ version: '1', ...own, ...content }),
    signAcceptance: (content) => seal({ version: '1', ...own, ...content }),
    signWithdrawal: (content) => seal({ version: '1', ...own, ...content }),
    signAccrual: (content) => seal({ version: '1', ...own, ...content }),
    signEarnings: (content) => seal({ version: '1', ...own, ...content }),
    signOrigin: (content) => seal({ version: '1', ...own, ...content }),
    signReferral: (content) => seal({ version: '1', ...own, ...content }),
    signVerification: (content) => seal({ version: '1', ...own, ...content }),
    signAction: (content) => seal({ version: '1', ...own, ...content }),
    signCheckpoint: (content) => seal({ version: '1', ...own, ...content }),
  };
}

/** Returns the public key in hex. */
export function publicKeyOf(secretKey: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_FRAME, secretKey]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/** Returns the keys for `GET /api/v1/keys`. */
export function presentSigningKeys({ publicKeys }: DocumentSigner): SigningKeys {
  const [current, ...previous] = publicKeys.map((publicKey) => ({ keyId: keyIdOf(publicKey), publicKey }));
  if (!current) throw new Error('The signer has no key');
  return { current, previous };
}
