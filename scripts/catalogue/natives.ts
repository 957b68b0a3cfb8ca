/**
 * Coins that a network itself issues: slug | network | ticker | digits of the base unit.
 * Digits as each network's own documentation has them. Fiat money has the digits of ISO 4217.
 */
const NATIVES = `
btc|bitcoin|BTC|8
eth|ethereum|ETH|18
xmr|monero|XMR|12
ltc|litecoin|LTC|8
trx|tron|TRX|6
sol|solana|SOL|9
xrp|ripple|XRP|6
bnb|bsc|BNB|18
ton|ton|TON|9
doge|dogecoin|DOGE|8
ada|cardano|ADA|6
bch|bitcoincash|BCH|8
xlm|stellar|XLM|7
dash|dash|DASH|8
zec|zcash|ZEC|8
avax|avalanche|AVAX|18
dot|polkadot|DOT|10
ksm|kusama|KSM|12
pol|polygon|POL|18
atom|cosmoshub|ATOM|6
osmo|osmosis|OSMO|6
tia|celestia|TIA|6
inj|injective|INJ|18
kava|kava|KAVA|6
dydx|dydx|DYDX|18
akt|akash|AKT|6
axl|axelar|AXL|6
sei|sei|SEI|6
luna|terra|LUNA|6
sui|sui|SUI|9
near|near|NEAR|24
apt|aptos|APT|8
etc|ethereumclassic|ETC|18
hbar|hedera|HBAR|8
algo|algorand|ALGO|6
xtz|tezos|XTZ|6
eos|eos|EOS|4
waxp|wax|WAXP|8
iotx|iotex|IOTX|18
etharbitrum|arbitrum|ETH|18
ethoptimism|optimism|ETH|18
ethbase|base|ETH|18
ethlinea|linea|ETH|18
ethscroll|scroll|ETH|18
ethzksync|zksync|ETH|18
ethunichain|unichain|ETH|18
ethworld|worldchain|ETH|18
celo|celo|CELO|18
cro|cronos|CRO|18
s|sonic|S|18
mnt|mantle|MNT|18
xdai|gnosis|XDAI|18
glmr|moonbeam|GLMR|18
kaia|kaia|KAIA|18
flr|flare|FLR|18
mon|monad|MON|18
okb|xlayer|OKB|18
`;

const FIAT =
  'USD EUR GBP CHF PLN CZK SEK NOK DKK HUF RON BGN TRY UAH KZT GEL AUD NZD CAD JPY:0 KRW:0 SGD HKD INR IDR THB VND:0 PHP AED ILS ZAR NGN BRL MXN';

export interface NativeCoin {
  slug: string;
  network: string;
  ticker: string;
  decimals: number;
}

export function readNatives(): NativeCoin[] {
  const chains = NATIVES.trim()
    .split('\n')
    .map((row) => {
      const [slug, network, ticker, digits] = row.split('|');
      if (!slug || !network || !ticker || !digits) throw new Error(`Native coin row "${row}" has not four parts`);
      return { slug, network, ticker, decimals: Number(digits) };
    });
  const fiat = FIAT.split(' ').map((code) => {
    const [ticker = code, digits = '2'] = code.split(':');
    return { slug: ticker.toLowerCase(), network: 'fiat', ticker, decimals: Number(digits) };
  });
  return [...chains, ...fiat];
}
