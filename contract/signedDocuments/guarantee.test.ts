import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleGuarantee, SAMPLE_SIGNER, signWithoutRefundAddress } from '../../tests/support/samples/sampleGuarantee.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { events, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { checkGuaranteeAgainstOrder, signedBytes, type SignedDocument } from './guarantee.ts';
import type { Instrument } from '../schemas/instruments.ts';
import type { Order } from '../schemas/orders.ts';
import { keyIdOf, verifyDocument } from './signature.ts';

const secretKey = new Uint8Array(32).fill(1);
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey));
const keyId = keyIdOf(publicKey);

function signed(document: SignedDocument['document'] = { ...sampleGuarantee(), keyId }): SignedDocument {
  return { document, signature: bytesToHex(ed25519.sign(signedBytes(document), secretKey)), keyId };
}

/** Returns the paths of all values of a document: ["refundPolicy", "cost"]. */
function placesOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner).map((place) => [key, ...place]));
}

function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  return { ...(value as object), [key]: changed((value as Record<string, unknown>)[key], rest, replacement) };
}

describe('verifyDocument', () => {
  test('accepts the signature of a trusted key with any order of fields', () => {
    const { document, signature } = signed();
    const reversed = Object.fromEntries(Object.entries(document).toReversed());
    expect(verifyDocument({ document: reversed, signature, keyId }, [publicKey])).toBe('valid');
  });

  test('rejects a document with any changed value', () => {
    const original = signed();
    const places = placesOf(original.document);
    expect(places.length).toBe(55);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.oneof(fc.string(), fc.constant(null), fc.integer()), (place, replacement) => {
        const document = changed(original.document, place, replacement) as SignedDocument['document'];
        const isSame = JSON.stringify(document) === JSON.stringify(original.document);
        expect(verifyDocument({ ...original, document }, [publicKey])).toBe(isSame ? 'valid' : 'invalid');
      }),
    );
  });

  test.each<[string, object]>([
    ['another end', { withoutDecision: 'REFUND' }],
    ['an hour', { decisionHours: '24' }],
    ['a latest hour', { latestHours: '72' }],
  ])('refuses a guarantee that keeps the deposit when %s was written into it', (_what, changes) => {
    const withoutRefund = signWithoutRefundAddress();
    expect(verifyDocument(withoutRefund, SAMPLE_SIGNER.publicKeys)).toBe('valid');
    const refundPolicy = { ...withoutRefund.document.refundPolicy, ...changes };
    const forged = { ...withoutRefund, document: { ...withoutRefund.document, refundPolicy } };
    expect(verifyDocument(forged, SAMPLE_SIGNER.publicKeys)).toBe('invalid');
  });

  test('rejects an added or removed field', () => {
    const original = signed();
    for (const key of Object.keys(original.document)) {
      const { [key]: _left, ...document } = original.document;
      expect(verifyDocument({ ...original, document }, [publicKey])).toBe('invalid');
    }
    expect(verifyDocument({ ...original, document: { ...original.document, note: '' } }, [publicKey])).toBe('invalid');
  });

  test('rejects a signature with any changed byte or a wrong format', () => {
    const original = signed();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const bytes = Buffer.from(original.signature, 'hex');
        bytes[place] = (bytes[place] ?? 0) ^ change;
        expect(verifyDocument({ ...original, signature: bytes.toString('hex') }, [publicKey])).toBe('invalid');
      }),
    );
    for (const signature of ['', 'zz', 'ab'.repeat(32), `${original.signature}00`]) {
      expect(verifyDocument({ ...original, signature }, [publicKey])).toBe('invalid');
    }
  });

  test('reports an unknown key and trusts a previous key', () => {
    const next = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(2)));
    expect(verifyDocument(signed(), [next])).toBe('unknownKey');
    expect(verifyDocument(signed(), [next, publicKey])).toBe('valid');
    expect(verifyDocument(signed(), ['no key', ''])).toBe('unknownKey');
  });

  test('rejects a document with the id of another trusted key', () => {
    const other = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(2)));
    const renamed = { ...signed(), keyId: keyIdOf(other) };
    expect(verifyDocument(renamed, [publicKey, other])).toBe('invalid');
  });
});

describe('checkGuaranteeAgainstOrder', () => {
  const differing = (changes: Partial<Order>) =>
    checkGuaranteeAgainstOrder(sampleOrder(changes), sampleGuarantee()).map(({ field }) => field);

  test('finds no difference for equal values in other decimal forms', () => {
    expect(differing({})).toEqual([]);
    expect(differing({ claimedDepositAmount: '0.0500', amountToGet: '3483.90' })).toEqual([]);
  });

  test.each([
    ['depositAddress', { depositAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }],
    ['depositAddressMemo', { depositAddressMemo: '1' }],
    ['claimedDepositAmount', { claimedDepositAmount: '0.5' }],
    ['destinationAddress', { destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' }],
    ['destinationAddressMemo', { destinationAddressMemo: '1' }],
    ['price', { claimedPublicRate: { price: '1' } }],
    ['amountToGet', { amountToGet: '3483.8' }],
    ['networkFee', { claimedNetworkFee: '1.95' }],
    ['collectionFee', { collectionFeeAmount: '0.4' }],
    ['platformFee', { platformFee_Absolute: '17.6' }],
    ['rateMode', { rateMode: 'FLOATING' }],
    ['minConfirmations', { minConfirmationsToWithdraw: 3 }],
    ['expiresAt', { expiresAt: '2026-11-20T14:32:00.000Z' }],
    ['confirmBy', { confirmBy: '2026-11-21T14:32:00.000Z' }],
    ['confirmBy', { confirmBy: null }],
  ] satisfies [string, Partial<Order>][])('names %s', (field, changes) => {
    expect(differing(changes)).toEqual([field]);
  });

  const { network, ...withoutNetwork } = sampleInstrument('btc');
  if (!network) throw new Error('A sample without its network');
  const bitcoin = { ...withoutNetwork, network };
  const forgedNetworks = {
    slug: 'litecoin',
    friendlyTitle: 'Litecoin',
    family: 'evm',
    memoName: 'Tag',
    paymentUriScheme: 'bitcoin:bc1qATTACKER?amount=0.05&x',
    chainId: 1,
  };

  test.each<[string, Instrument]>([
    ['another slug', { ...bitcoin, slug: 'eth' }],
    ['another coin', { ...bitcoin, currencyTitle: 'BCH' }],
    ['the title of another network', { ...bitcoin, networkTitle: 'ERC20' }],
    ['a contract', { ...bitcoin, contractAddress: '0xATT@1?value=1&x=' }],
    ['another base unit', { ...bitcoin, decimals: 9 }],
    ['no network', withoutNetwork],
    ...Object.entries(forgedNetworks).map(([part, forged]): [string, Instrument] => [
      `another ${part} of the network`,
      { ...bitcoin, network: { ...network, [part]: forged } },
    ]),
  ])('names the coin to send of an answer that says %s', (_what, instrumentFrom) => {
    const { instrumentTo } = sampleOrder().pair;
    expect(differing({ pair: { instrumentFrom, instrumentTo } })).toEqual(['instrumentFrom']);
  });

  test('reports a token without its contract', () => {
    const { instrumentFrom } = sampleOrder().pair;
    const instrumentTo = sampleInstrument('usdttrc20', { contractAddress: null });
    expect(differing({ pair: { instrumentFrom, instrumentTo } })).toEqual(['instrumentTo']);
  });

  test('allows a new network name after the deposit', () => {
    const { pair } = sampleOrder();
    const instrumentFrom = { ...pair.instrumentFrom, networkTitle: 'Bitcoin' };
    const renamed = { pair: { ...pair, instrumentFrom } };
    expect(differing(renamed)).toEqual(['instrumentFrom']);
    expect(differing({ ...renamed, orderEvents: events('CREATION_END', 'FUNDS_WITHDRAWAL_START') })).toEqual([]);
  });

  test('compares a memo exactly, even when it looks like an amount', () => {
    const document = sampleGuarantee({ depositAddressMemo: '77' });
    const found = checkGuaranteeAgainstOrder(sampleOrder({ depositAddressMemo: '77.0' }), document);
    expect(found).toEqual([{ field: 'depositAddressMemo', signed: '77', shown: '77.0' }]);
  });

  test('names the coins of a document that signs only their names', () => {
    const { instrumentFrom, instrumentTo, ...document } = sampleGuarantee();
    const name = ({ slug, currencyTitle, networkTitle }: typeof instrumentFrom) => ({ slug, currencyTitle, networkTitle });
    const forged = { ...document, instrumentFrom: name(instrumentFrom), instrumentTo: name(instrumentTo) };
    const found = checkGuaranteeAgainstOrder(sampleOrder(), forged as ReturnType<typeof sampleGuarantee>);
    expect(found.map(({ field }) => field)).toEqual(['instrumentFrom', 'instrumentTo']);
  });

  test('returns the signed and the shown value', () => {
    const [difference] = checkGuaranteeAgainstOrder(sampleOrder({ depositAddressMemo: '7' }), sampleGuarantee());
    expect(difference).toEqual({ field: 'depositAddressMemo', signed: null, shown: '7' });
  });

  test.each(['RATE_MODE_CHANGE_ACCEPTED', 'FUNDS_WITHDRAWAL_START'] as const)(
    'ignores the amount to get after %s, but not the address',
    (kind) => {
      const orderEvents = events('CREATION_END', kind);
      expect(differing({ orderEvents, amountToGet: '3000', platformFee_Absolute: '1' })).toEqual([]);
      expect(differing({ orderEvents, depositAddress: 'bc1qother' })).toEqual(['depositAddress']);
    },
  );

  test('reports differences for an incomplete document without throwing', () => {
    const empty = {} as Parameters<typeof checkGuaranteeAgainstOrder>[1];
    expect(checkGuaranteeAgainstOrder(sampleOrder(), empty).length).toBeGreaterThan(10);
  });
});
