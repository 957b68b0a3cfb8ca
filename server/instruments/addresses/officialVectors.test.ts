import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../loadCatalogue.ts';
import { validateAddress } from './index.ts';
import type { AddressVerdict } from './rules.ts';

/**
 * Addresses that the chains' own documents and test suites publish, with what an exchange must make of them.
 * A heading names the source. "valid" means that a payout may go there.
 */
const VECTORS: Record<string, { network: string; vectors: Record<string, AddressVerdict> }> = {
  'BIP 173 and BIP 350, addresses that can be paid': {
    network: 'bitcoin',
    vectors: {
      BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4: 'valid',
      bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0: 'valid',
      tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7: 'address_testnet',
      tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c: 'address_testnet',
    },
  },
  'BIP 350, valid by the letter but spendable by anybody': {
    network: 'bitcoin',
    vectors: {
      bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y: 'address_incorrect',
      BC1SW50QGDZ25J: 'address_incorrect',
      bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs: 'address_incorrect',
    },
  },
  'Bitcoin wiki, base58check': {
    network: 'bitcoin',
    vectors: {
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu': 'valid',
      '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC': 'valid',
      mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: 'address_testnet',
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv': 'address_bad_checksum',
    },
  },
  'Litecoin: M and ltc1, and the 3 form that could be Bitcoin’s': {
    network: 'litecoin',
    vectors: {
      LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1: 'valid',
      MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9: 'valid',
      ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9: 'valid',
      ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8: 'address_bad_checksum',
      '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj': 'address_wrong_network',
    },
  },
  'Dogecoin, one of the addresses of its documentation': {
    network: 'dogecoin',
    vectors: { DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L: 'valid', DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M: 'address_bad_checksum' },
  },
  'Dash documentation': {
    network: 'dash',
    vectors: { XpESxaUmonkq8RaLLp46Brx2K39ggQe226: 'valid', '7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh': 'valid' },
  },
  'Zcash chainparams and the burn address': {
    network: 'zcash',
    vectors: {
      t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd: 'valid',
      t1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC: 'valid',
      t2UNzUUx8mWBCRYPRezvA363EYXyEpHokyi: 'address_testnet',
      t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs: 'address_incorrect',
    },
  },
  'ZIP 320, its example and the test network of zcash_address': {
    network: 'zcash',
    vectors: {
      tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte: 'valid',
      TEX1S2RT77GGV6Q989LR49RKGZMH5SLSKSA9KHDGTE: 'valid',
      tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgtf: 'address_bad_checksum',
      Tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte: 'address_incorrect',
      textest1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfcjgfy: 'address_testnet',
      bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0: 'address_wrong_network',
    },
  },
  'CashAddr specification, prefixes and letter case': {
    network: 'bitcoincash',
    vectors: {
      'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2': 'valid',
      qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2: 'valid',
      'BITCOINCASH:QR6M7J9NJLDWWZLG9V7V53UNLR4JKMX6EYLEP8EKG2': 'valid',
      'bitcoincash:Qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2': 'address_incorrect',
      'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg3': 'address_bad_checksum',
      'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t': 'address_testnet',
      'pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5': 'address_incorrect',
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu': 'address_wrong_network',
    },
  },
  'CashAddr specification, lengths that no script can spend; CashTokens, addresses of token wallets': {
    network: 'bitcoincash',
    vectors: {
      'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0': 'address_incorrect',
      'bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz': 'address_incorrect',
      'bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake': 'address_incorrect',
      'bitcoincash:qnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv39gr3uvz': 'address_incorrect',
      'bitcoincash:zr7fzmep8g7h7ymfxy74lgc0v950j3r295z4y4gq0v': 'valid',
      'bitcoincash:pqv53dwyatxse2xh7nnlqhyr6ryjgfdtagkd4vc388': 'valid',
      'bitcoincash:rqv53dwyatxse2xh7nnlqhyr6ryjgfdtag38xjkhc5': 'valid',
      'bchtest:zr7fzmep8g7h7ymfxy74lgc0v950j3r295x8qj2hgs': 'address_testnet',
    },
  },
  'EIP-55': {
    network: 'ethereum',
    vectors: {
      '0x52908400098527886E0F7030069857D2E4169EE7': 'valid',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D': 'valid',
      '0xde709f2102306220921060314715629080e2fb77': 'valid',
      '0x27b1fdb04752bbc536007a920d24acb045561c26': 'valid',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed': 'valid',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359': 'valid',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB': 'valid',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb': 'valid',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9adb': 'address_bad_checksum',
      '0x0000000000000000000000000000000000000000': 'address_incorrect',
      '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed': 'address_incorrect',
    },
  },
  'TRON documentation, and the address of no key': {
    network: 'tron',
    vectors: {
      TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW: 'valid',
      TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMV: 'address_bad_checksum',
      T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb: 'address_incorrect',
      TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'address_contract',
    },
  },
  'Solana documentation, the system program, a mint': {
    network: 'solana',
    vectors: {
      '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T': 'valid',
      '11111111111111111111111111111111': 'address_incorrect',
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'address_contract',
    },
  },
  'XRPL documentation and XLS-5': {
    network: 'ripple',
    vectors: {
      rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh: 'valid',
      rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi: 'address_bad_checksum',
      r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59: 'valid',
      X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ: 'valid',
      X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu: 'valid',
      T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ: 'address_testnet',
      rrrrrrrrrrrrrrrrrrrrrhoLvTp: 'address_incorrect',
      rrrrrrrrrrrrrrrrrrrrBZbvji: 'address_incorrect',
    },
  },
  'SEP-23, valid and invalid strkeys': {
    network: 'stellar',
    vectors: {
      GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ: 'valid',
      MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ: 'valid',
      MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK: 'valid',
      GAAAAAAAACGC6: 'address_incorrect',
      MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR: 'address_incorrect',
      GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA: 'address_incorrect',
      G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I: 'address_incorrect',
      MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA: 'address_incorrect',
      M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ: 'address_incorrect',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===': 'address_incorrect',
      MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO: 'address_bad_checksum',
      CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA: 'address_incorrect',
      GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN: 'address_contract',
    },
  },
  'TON documentation (TEP-2) and the tests of @ton/core': {
    network: 'ton',
    vectors: {
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF': 'valid',
      'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA': 'valid',
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHG': 'address_bad_checksum',
      'kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15+KsQHFLbKSMiYIny': 'address_testnet',
      '0QAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4-QO': 'address_testnet',
      'kQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi47nL': 'address_testnet',
      '-1:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260': 'valid',
      EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c: 'address_incorrect',
      EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs: 'address_contract',
    },
  },
  'CosmJS tests': {
    network: 'cosmoshub',
    vectors: {
      cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6: 'valid',
      cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs7: 'address_bad_checksum',
      cosmosvaloper1clpqr4nrk4khgkxj78fcwwh6dl3uw4epsluffn: 'address_validator',
    },
  },
  'Monero: donation address, documentation, test networks': {
    network: 'monero',
    vectors: {
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A': 'valid',
      '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H': 'valid',
      '4BUqMSeJfNQGudzEJNvzQ2LXh4tbUdW4YCM7mq55edxBT7t1297vwCMZSnJwGvEKEKbH8hGmhZZAGhdHbp2te6AA38ZMi4knaCKLprMPni': 'valid',
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B': 'address_bad_checksum',
      '53teqCAESLxeJ1REzGMAat1ZeHvuajvDiXqboEocPaDRRmqWoVPzy46GLo866qRFjbNhfkNckyhST3WEvBviDwpUDd7DSzB': 'address_testnet',
      '9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8': 'address_testnet',
    },
  },
  'CIP-19, and Byron addresses of cardano-addresses': {
    network: 'cardano',
    vectors: {
      addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x: 'valid',
      addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh: 'valid',
      addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve: 'valid',
      addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g: 'valid',
      addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k: 'valid',
      addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu: 'valid',
      addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8: 'valid',
      addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx: 'valid',
      addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl9: 'address_bad_checksum',
      stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw: 'address_stake',
      stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5: 'address_stake',
      addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae:
        'address_testnet',
      addr_test12rphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcryqrvmw: 'address_testnet',
      Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi: 'valid',
      DdzFFzCqrhsiMfvZtvTgqbR5jT4UAMEwJCT2bBvWSTiN736tSSxhnhHbmJYUhTiuZGgojfi3jizinGRVUdBF9QHgWHi11nEVpwK36gC9: 'valid',
      '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na':
        'address_testnet',
    },
  },
  'SS58: the development account Alice on three networks': {
    network: 'polkadot',
    vectors: {
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5': 'valid',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6': 'address_bad_checksum',
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY': 'address_testnet',
      HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F: 'address_wrong_network',
    },
  },
  'Algorand documentation': {
    network: 'algorand',
    vectors: {
      '7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q': 'valid',
      '7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6A': 'address_bad_checksum',
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ: 'address_incorrect',
    },
  },
  'Tezos documentation': {
    network: 'tezos',
    vectors: {
      tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb: 'valid',
      tz2TSvNTh2epDMhZHrw73nV9piBX7kLZ9K9m: 'valid',
      tz3WXYtyDUNL91qfiCJtVUX746QpNv5i5ve5: 'valid',
      tz4HVR6aty9KwsQFHh81C1G7gBdhxT8kuytm: 'valid',
      tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjc: 'address_bad_checksum',
      KT1VG2WtYdSWz5E7chTeAdDPZNy2MpP8pTfL: 'address_contract',
    },
  },
  'IoTeX documentation': {
    network: 'iotex',
    vectors: {
      io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0ms: 'valid',
      io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0mt: 'address_bad_checksum',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed': 'address_reject_iotx',
    },
  },
  'BIP 352 and BIP 32': {
    network: 'bitcoin',
    vectors: {
      sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv:
        'address_silent_payment',
      xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz:
        'address_extended_key',
    },
  },
  'Litecoin MWEB': {
    network: 'litecoin',
    vectors: {
      ltcmweb1qqwht9dj865r87y32mvk6m4mt9663g6wcywxpun3mu5c26nx04nkr2q7j808qfw8qdftfnvyhnhwenmqlxsudqkp75de5fmwtyz69ya424c4pyg7q:
        'address_mweb',
    },
  },
  'Shielded Zcash, ZIP 316 and Sapling': {
    network: 'zcash',
    vectors: {
      zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya: 'address_shielded',
      u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf:
        'address_shielded',
    },
  },
  'NEAR nomicon, account id rules': {
    network: 'near',
    vectors: {
      'alice.near': 'valid',
      'ekon.bob.near': 'valid',
      '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de': 'valid',
      'guest.testnet': 'address_testnet',
      bob: 'address_incorrect',
      'not ok': 'address_incorrect',
      'a..near': 'address_incorrect',
      '.near': 'address_incorrect',
      'alice.near.': 'address_incorrect',
      'bo__wen.near': 'address_incorrect',
      'ƒelicia.near': 'address_incorrect',
      'Alice.near': 'address_incorrect',
    },
  },
  'EOS account names': {
    network: 'eos',
    vectors: {
      'eosio.token': 'valid',
      bitfinexcw1x: 'valid',
      abcdefabcdefa: 'valid',
      abcdefabcdefz: 'address_incorrect',
      'abc.': 'address_incorrect',
      a6: 'address_incorrect',
    },
  },
  'Hedera, with the checksum of HIP-15': {
    network: 'hedera',
    vectors: {
      '0.0.456858': 'address_contract',
      '0.0.1000123': 'valid',
      '0.0.1000123-aaaaa': 'address_bad_checksum',
      '0.0.98': 'address_incorrect',
      '0.1.1000123': 'address_incorrect',
      '0.0.01000123': 'address_incorrect',
    },
  },
  'Aptos and Sui: 64 digits, never fewer': {
    network: 'sui',
    vectors: {
      '0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331': 'valid',
      '0x2a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331': 'address_incorrect',
      '0x0000000000000000000000000000000000000000000000000000000000000002': 'address_incorrect',
    },
  },
};

const catalogue = loadCatalogue();

describe.each(Object.entries(VECTORS))('%s', (_source, { network: slug, vectors }) => {
  test.each(Object.entries(vectors))('%s is %s', (address, verdict) => {
    const network = catalogue.networks.get(slug);
    const instrument = catalogue.instruments.get(network?.nativeInstrument ?? '');
    if (!network || !instrument) throw new Error(`No network ${slug}`);
    const answer = validateAddress(network, instrument, address, catalogue);
    expect(answer.valid ? 'valid' : answer.code).toBe(verdict);
  });
});
