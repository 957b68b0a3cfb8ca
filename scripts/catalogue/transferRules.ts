import type { TransferRules } from '../../server/instruments/catalogue.ts';

/**
 * What token contracts can do to a transfer beyond ERC-20, by hand: marks | source | slugs.
 * Marks: `fee` (its owner can switch a transfer fee on), `pausable`, `blocks` (it can block addresses, and no function tells which),
 * `blocks:NAME` (its function NAME tells whether it blocks an address). Tokens that always charge a fee, and tokens whose balances
 * change without transfers, do not belong in `wanted.ts`.
 */
const RULES = `
fee pausable blocks:isBlackListed|https://etherscan.io/address/0xdAC17F958D2ee523a2206206994597C13D831ec7#code|usdterc20
fee pausable blocks:isBlackListed|https://tronscan.org/#/contract/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t/code|usdttrc20
blocks:isBlocked|https://snowtrace.io/address/0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7#code|usdtavaxc
blocks:isBlocked|https://celoscan.io/address/0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e#code|usdtcelo
blocks:isBlocked|https://polygonscan.com/address/0xc2132D05D31c914a87C6611C10748AEb04B58e8F#code|usdtpolygon
blocks:isBlocked|https://docs.usdt0.to/technical-documentation/deployments|usdtarbitrum usdtmonad usdtxlayer xautarbitrum
blocks:isBlocked|https://etherscan.io/address/0x68749665FF8D2d112Fa859AA293F07A622782F38#code|xauterc20
pausable blocks:isBlacklisted|https://github.com/circlefin/stablecoin-evm|usdcerc20 usdcpolygon usdcarbitrum usdcoptimism usdcbase usdcavaxc usdclinea usdcscroll usdczksync usdcunichain usdccelo usdcmonad eurcerc20 eurcbase eurcavaxc
pausable blocks:isBlacklisted|https://github.com/coinbase/wrapped-tokens-os|cbetherc20 cbbtcerc20 cbbtcbase cbbtcarbitrum
fee pausable blocks:isFrozen|https://github.com/paxosglobal/paxos-gold-contract|paxgerc20
pausable blocks:isFrozen|https://github.com/paxosglobal/paxos-token-contracts|usdperc20 pyusderc20 usdgxlayer
pausable blocks|https://github.com/ripple/RLUSD-Implementation|rlusderc20
blocks|https://github.com/trusttoken/contracts-pre22/blob/main/docs/true-currencies/TrueCurrency.md|tusderc20 tusdbep20 tusdtrc20
fee|https://etherscan.io/address/0xcf0C122c6b73ff809C693DB761e7BaeBe62b6a2E#code|flokierc20
fee|https://bscscan.com/address/0xfb5B838b6cfEEdC2873aB27866079AC55363D37E#code|flokibep20
blocks:blacklists|https://etherscan.io/address/0x6982508145454Ce325dDbE47a25d4ec3d2311933#code|pepeerc20
pausable blocks:isFrozen|https://etherscan.io/address/0x75231F58b43240C9718Dd58B4967c5114342a86c#code|okberc20
pausable blocks:isBlacklisted|https://etherscan.io/address/0xdA5e1988097297dCdc1f90D4dFE7909e847CBeF6#code|wlfierc20
pausable|https://etherscan.io/address/0xaea46A60368A7bD060eec7DF8CBa43b7EF41Ad85#code|feterc20
pausable|https://etherscan.io/address/0x3506424F91fD33084466F402d5D97f05F8e3b4AF#code|chzerc20
pausable|https://etherscan.io/address/0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599#code|wbtcerc20
pausable|https://etherscan.io/address/0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0#code|maticerc20
pausable|https://etherscan.io/address/0x0F5D2fB29fb7d3CFeE444a200298f468908cC942#code|manaerc20
pausable|https://etherscan.io/address/0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2#code|mkrerc20
pausable|https://etherscan.io/address/0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32#code|ldoerc20
pausable|https://etherscan.io/address/0x744d70FDBE2Ba4CF95131626614a1763DF805B9E#code|snterc20
pausable|https://etherscan.io/address/0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C#code|bnterc20
pausable|https://etherscan.io/address/0x6fB3e0A217407EFFf7Ca062D46c26E5d60a14d69#code|iotxerc20
`;

/** Returns the rules by the slug of the instrument. Throws when a row is malformed or a slug is in two rows. */
export function readTransferRules(): ReadonlyMap<string, TransferRules> {
  const rules = new Map<string, TransferRules>();
  for (const row of RULES.trim().split('\n')) {
    const [marks, source, slugs] = row.split('|');
    if (!marks || !source || !slugs) throw new Error(`Row "${row}" has not three parts`);
    for (const slug of slugs.split(' ')) {
      if (rules.has(slug)) throw new Error(`${slug} has two rows of transfer rules`);
      rules.set(slug, { ...readMarks(marks.split(' ')), source });
    }
  }
  return rules;
}

function readMarks(marks: readonly string[]): Omit<TransferRules, 'source'> {
  const unknown = marks.find((mark) => !/^(?:fee|pausable|blocks(?::\w+)?)$/.test(mark));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no mark`);
  const blocks = marks.find((mark) => mark.startsWith('blocks'));
  return {
    ...(marks.includes('fee') && { hasFee: true }),
    ...(marks.includes('pausable') && { isPausable: true }),
    ...(blocks !== undefined && { blocklist: blocks.split(':')[1] ?? null }),
  };
}
