import { createHash } from 'node:crypto';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { BLOCK_ZERO } from '../../../../tests/support/samples/blockZero.ts';
import { COINS } from './coinParameters.ts';
import { createBitcoinWallet } from './keys/bitcoinWallet.ts';
import { MalformedDataError, parseBlock, parseTransaction } from './rawTransaction.ts';

const { genesisHash } = COINS.bitcoin.chains.main;

/** A transaction of BIP-143 with a legacy and a witness input */
const SIGNED =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

/** Header of Dogecoin's block 5,462,519, and the proof that a block of Litecoin has mined it */
const AUXILIARY_HEADER =
  '040162005e840cdf3fec777d0d634c8e9c92f6a2ea8930fd8b48a0dbb5f2357a9f4f1de657c1358bd1f89e699d7c07dcc44de34c7bf1a27ea28edd2d6cb884f7d15288e2dae73667d901011a00000000';
const AUXILIARY_PROOF =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff6403f6992a2cfabe6d6dd81f3988043c35815286caf34112119f102a40f5254b38ccd8a26034e20a5b0208000000f09f909f092f4632506f6f6c2f6100000000000000000000000000000000000000000000000000000000000000000000000500db3784010000000002a62e8f25000000001976a914f2910ecaf7bb8d18ed71f0904e0e7456f29ce18288ac0000000000000000266a24aa21a9ed801e68db7a74fb3b4d488c0434637c970f57e7f163928f7f70379e8105cbc97e2d571a42601f1e481b6c99ed95f6fe403cd27fbbc50946e730b79e64e30000000000000008b464254251342ff2fde346bc0cd59c9b2408d80a445b939d88c38b04f68e6f156f898d3a5f1d581764292bf9627aa94d3610bda497d085ce5e724d37218511f677afd5410d3d222bb16e3c9f6812bc99033358e80ab5e34c635c524af1b4c27136f4be10555a7994fc90e0c014840e50dc26466ccff91ce2882ebe3fa0a6c307092a3b4cd9ffcef9f5c4d662a18b54ddad38a8384888ece87bc0244dadffbbcad0f02d09a1155ea29b3c93afadd8341a23452966d43af767876ace612015e7b1ef572ff80f874d6f1b8fe9debbbc9bff2f82b45336c1df916400cd08e6817e2612653f629a170b856a787a1dd4f4de70c44905760cf2287bee56fda72472118e00000000031fe0dfb97e716ec277ac600ff9c485831f2ef52a4478a797704b06dfb838192f4bd17ef3ab1e19336a217f754ef38b3e96b9da39c79bfce6b51e9d42ce34bbd1e8c100c21e0533acf748e8372ca702edea7ce12e4a5ec5067f4587b05963e3df0000000014000020914f47f57dbd460a348179763e195fbae41090f7e87a1836e60b9f876e32a6ea4093045657cce77921dcb897ea71bbeff7fa6ace8e7c4020b9f3b7caf3be35cb11e83667db555c195945a9ff';

/** Block 106 of a private chain of Dash: what its miner gets, a commitment of a quorum, and a payment */
const DASH_BLOCK =
  '00000020384621d0c5b5e0f84fe336d37e4cce7d9c2d56493102cf88234254721dd3f35c3da65260508ff789b65b19047cded17bf161fc64916f91365a3edab0a675099de699275fffff7f200100000003' +
  `03000500010000000000000000000000000000000000000000000000000000000000000000ffffffff04016a0101ffffffff01e288526a740000001976a91473483d35610ce83e45bae64ea88714dec7d41e9588ac000000002601006a000000${'00'.repeat(32)}` +
  `03000600000000000000fd490101006a000000010001f2efb75bd621e59c7115e5c4bdadae772d178f587687c715f88f7f414d34c66b320000000000000032${'00'.repeat(279)}` +
  '0200000001d555f3ff0a86bbe2cd9d8a2c7725935dbbfb2c747f910402e5d050a3f919cec1000000006a4730440220437f15af30180be323ca1a1e0c47de2a597abba2a57d4f76e2584ce7d3e8d40802202705342f334991c9eaa2757ea63c5bb305abf14a66a1ce727ef2689a92bcee55012103a65caff6ca4c0415a3ac182dfc2a6d3a4dceb98e8b831e71501df38aa156f2c1feffffff0200e40b54020000001976a91473483d35610ce83e45bae64ea88714dec7d41e9588ac1ea34616720000001976a914965ef0941e79834ca79b291b940cc18cf516448788ac14000000';
const DASH_HASH = '4d8ddb3f70e9e2bf6b792a37e7391f05901f246ef4f073dc12e2836dba88c9cf';

describe('parseBlock', () => {
  it('reads block 0 of Bitcoin', () => {
    const block = parseBlock(BLOCK_ZERO, genesisHash);
    expect(block).toMatchObject({ hash: genesisHash, parentHash: '0'.repeat(64), time: Date.parse('2009-01-03T18:15:05Z') });
    expect(block.transactions).toMatchObject([
      {
        txHash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
        kind: 'coinbase',
        outputs: [{ units: 5_000_000_000n }],
      },
    ]);
  });

  it('rejects a block whose transactions or header are not those of its hash', () => {
    const rich = BLOCK_ZERO.replace('00f2052a01000000', '00f2052a02000000');
    expect(() => parseBlock(rich, genesisHash)).toThrow('the transactions are not those');
    expect(() => parseBlock(BLOCK_ZERO.replace('29ab5f49', '29ab5f48'), genesisHash)).toThrow('the header is not that');
    expect(() => parseBlock(BLOCK_ZERO.slice(0, -8), genesisHash)).toThrow(MalformedDataError);
  });
});

describe('parseBlock of other coins', () => {
  const hash = (hex: string): string => {
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
    return Buffer.from(sha256(sha256(Buffer.from(hex, 'hex'))).toReversed()).toString('hex');
  };

  it('reads a block of Dogecoin that was mined with Litecoin', () => {
    const { rules } = COINS.dogecoin;
    const coinbase = BLOCK_ZERO.slice(162);
    const dogecoin = `${AUXILIARY_HEADER}${AUXILIARY_PROOF}01${coinbase}`;
    // The header gives the hash of the block, and the proof ends where the transactions begin: only these are not the block's own.
    const blockHash = '26e1a3ef7e6e34ece7bb9e09324dca34678af1bcfcdb7a810e53cb12249c0a6a';
    expect(hash(AUXILIARY_HEADER)).toBe(blockHash);
    expect(() => parseBlock(dogecoin, blockHash, rules)).toThrow('the transactions are not those');
    const merkleRoot = BLOCK_ZERO.slice(72, 136);
    const ownHeader = AUXILIARY_HEADER.slice(0, 72) + merkleRoot + AUXILIARY_HEADER.slice(136);
    const block = parseBlock(`${ownHeader}${AUXILIARY_PROOF}01${coinbase}`, hash(ownHeader), rules);
    expect(block).toMatchObject({ time: 1_731_651_546_000, transactions: [{ kind: 'coinbase' }] });
  });

  it('reads a block of Dash with transactions that have a payload, one without inputs and outputs (DIP-2)', () => {
    const block = parseBlock(DASH_BLOCK, DASH_HASH, COINS.dash.rules);
    expect(block.transactions.map(({ kind, inputs, outputs }) => [kind, inputs.length, outputs.length])).toEqual([
      ['coinbase', 1, 1],
      ['ordinary', 0, 0],
      ['ordinary', 1, 2],
    ]);
    expect(block.header).toBe(DASH_BLOCK.slice(0, 160));
    const changed = DASH_BLOCK.replace('00e40b5402', '01e40b5402');
    expect(() => parseBlock(changed, DASH_HASH, COINS.dash.rules)).toThrow('the transactions are not those');
  });
});

describe('parseTransaction', () => {
  it('reads hash, inputs and outputs of a transaction with a witness as another library does', () => {
    const { txHash, inputs, outputs, kind } = parseTransaction(SIGNED);
    const expected = Transaction.fromRaw(Buffer.from(SIGNED, 'hex'), { allowUnknownInputs: true });
    expect(kind).toBe('ordinary');
    expect(txHash).toBe(expected.id);
    expect(inputs).toEqual([
      { txHash: '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff', output: 0 },
      { txHash: '8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef', output: 1 },
    ]);
    expect(outputs.map(({ units }) => units)).toEqual([112_340_000n, 223_450_000n]);
  });

  it('reads the transactions that the wallet signs', () => {
    const wallet = createBitcoinWallet(new Uint8Array(64).fill(1), COINS.litecoin, 'main');
    const coin = { txHash: 'ab'.repeat(32), output: 3, keyIndex: 5, units: 100_000n };
    const signed = wallet.sign([coin], [{ script: wallet.scriptAt(0), units: 90_000n }]);
    expect(parseTransaction(signed.bytes)).toEqual({
      txHash: signed.txHash,
      inputs: [{ txHash: coin.txHash, output: 3 }],
      outputs: [{ script: wallet.scriptAt(0), units: 90_000n }],
      kind: 'ordinary',
      bytes: signed.bytes,
    });
  });

  it('reads Litecoin’s transaction that connects the extension blocks, and ignores data of a payment into them (LIP-3)', () => {
    const lists = `01${'cd'.repeat(32)}0000000000ffffffff0110270000000000000151`;
    const plain = parseTransaction(`02000000${lists}00000000`);
    expect(parseTransaction(`020000000008${lists}0000000000`)).toMatchObject({ txHash: plain.txHash, kind: 'hogEx' });
    expect(parseTransaction(`020000000008${lists}01abcdef00000000`)).toMatchObject({ txHash: plain.txHash, kind: 'ordinary' });
  });

  it.each([
    ['text', 'zz'],
    ['a part', SIGNED.slice(0, 100)],
    ['more', `${SIGNED}00`],
    ['an unknown kind', SIGNED.replace('010000000001', '010000000002')],
  ])('rejects %s', (_what, hex) => {
    expect(() => parseTransaction(hex)).toThrow(MalformedDataError);
  });
});
