/**
 * The coins by hand, most popular first: their place here is their place in the coin selector.
 * A row: ticker | name | starting price in USD of the embedded market | digits customers see | words to find it by.
 * The words are also in Russian where the coin has a Russian name.
 * Prices are plausible and dated in `resources/market/snapshot.json`; no customer is ever charged by them (D13).
 * Contracts and decimals are not here: they come from published lists only.
 */
const COINS = `
BTC|Bitcoin|91500|8|xbt bitcoin биткоин биток
ETH|Ethereum|3040|8|ether эфир эфириум этериум
USDT|Tether|1|6|tether usd stablecoin тезер тетер юсдт усдт доллар
USDC|USD Coin|1|6|circle stablecoin юсдс усдс доллар
XMR|Monero|385|8|monero privacy монеро
LTC|Litecoin|92|8|лайткоин
TRX|TRON|0.281|6|трон
SOL|Solana|139|8|солана
XRP|XRP|2.14|6|ripple xrpl рипл риппл
BNB|BNB|905|8|binance coin bsc бинанс бнб
TON|Toncoin|1.62|8|telegram gram тон тонкоин
DOGE|Dogecoin|0.161|8|догикоин доги доджкоин
ADA|Cardano|0.472|6|кардано
BCH|Bitcoin Cash|512|8|bcash биткоин кэш кеш
XLM|Stellar|0.251|7|lumen стеллар
DASH|Dash|71|8|дэш даш
ZEC|Zcash|540|8|зикэш зкэш
AVAX|Avalanche|14.6|8|аваланч авакс
DOT|Polkadot|2.55|8|полкадот
POL|Polygon|0.143|8|matic полигон матик
DAI|Dai|1|6|maker stablecoin дай
ATOM|Cosmos|2.62|6|cosmos hub космос атом
SUI|Sui|1.57|8|суи
LINK|Chainlink|13.4|8|чейнлинк
NEAR|NEAR Protocol|2.03|8|ниар
APT|Aptos|2.71|8|
ETC|Ethereum Classic|14.1|8|эфир эфириум классик
SHIB|Shiba Inu|0.0000086|2|shib meme шиба шиб
HBAR|Hedera|0.142|8|hashgraph
ALGO|Algorand|0.151|6|алгоранд
XTZ|Tezos|0.522|6|тезос
EOS|EOS|0.231|4|vaulta эос
UNI|Uniswap|6.6|8|юнисвап
AAVE|Aave|178|8|
PEPE|Pepe|0.0000046|2|meme пепе
ARB|Arbitrum|0.214|8|арбитрум
OP|Optimism|0.326|8|
WBTC|Wrapped Bitcoin|91400|8|биткоин
INJ|Injective|5.9|8|
TIA|Celestia|0.641|6|
FET|Artificial Superintelligence Alliance|0.272|8|fetch
RENDER|Render|1.92|8|rndr
LDO|Lido DAO|0.71|8|
MATIC|Polygon (migrating to POL)|0.143|8|polygon
BONK|Bonk|0.0000096|2|meme
WIF|dogwifhat|0.372|6|meme
JUP|Jupiter|0.239|6|
PYTH|Pyth Network|0.077|6|
ENA|Ethena|0.271|8|
ONDO|Ondo|0.512|8|rwa
TRUMP|Official Trump|6.4|6|meme
PENGU|Pudgy Penguins|0.0104|6|meme
WLD|Worldcoin|0.632|8|world
FIL|Filecoin|1.62|8|файлкоин
CRO|Cronos|0.103|8|
MNT|Mantle|1.04|8|
OKB|OKB|108|8|okx
KAVA|Kava|0.114|6|
SEI|Sei|0.132|6|
OSMO|Osmosis|0.089|6|
DYDX|dYdX|0.231|8|
AKT|Akash|0.512|6|
AXL|Axelar|0.137|6|
LUNA|Terra|0.071|6|luna2
KSM|Kusama|8.1|8|
CELO|Celo|0.169|8|
KAIA|Kaia|0.079|8|klay klaytn
FLR|Flare|0.0134|6|
S|Sonic|0.106|8|
GLMR|Moonbeam|0.0347|8|
MON|Monad|0.034|8|
XDAI|xDAI|1|6|gnosis
IOTX|IoTeX|0.0107|6|
WAXP|WAX|0.0112|6|
NOT|Notcoin|0.00071|4|telegram meme ноткоин
MKR|Maker|1610|8|
SKY|Sky|0.051|8|
GRT|The Graph|0.0523|8|
CRV|Curve DAO|0.421|8|
COMP|Compound|31.2|8|
SNX|Synthetix|0.536|8|
1INCH|1inch|0.187|8|
SAND|The Sandbox|0.159|8|
MANA|Decentraland|0.174|8|
AXS|Axie Infinity|1.08|8|
APE|ApeCoin|0.261|8|
CHZ|Chiliz|0.0301|6|
ENJ|Enjin Coin|0.0337|8|
ENS|Ethereum Name Service|11.3|8|
IMX|Immutable|0.326|8|
GALA|Gala|0.0076|6|
BLUR|Blur|0.0347|8|
PENDLE|Pendle|2.28|8|
EIGEN|EigenCloud|0.612|8|eigenlayer
ETHFI|ether.fi|0.771|8|
ZRO|LayerZero|1.33|8|
STRK|Starknet|0.163|8|
QNT|Quant|83|8|
PAXG|PAX Gold|4080|8|gold
XAUT|Tether Gold|4075|6|gold xau
PYUSD|PayPal USD|1|6|paypal stablecoin
RLUSD|Ripple USD|1|6|ripple stablecoin
USDS|USDS|1|6|sky stablecoin
USD1|USD1|1|6|world liberty stablecoin
FDUSD|First Digital USD|0.998|6|stablecoin
TUSD|TrueUSD|0.998|6|stablecoin
USDD|USDD|0.999|6|tron stablecoin
USDe|Ethena USDe|0.999|6|stablecoin
USDP|Pax Dollar|1|6|paxos stablecoin
USDG|Global Dollar|1|6|paxos stablecoin
GUSD|Gemini Dollar|1|2|stablecoin
USDC.e|Bridged USDC|0.9995|6|usdc bridged stablecoin
FRAX|Legacy Frax Dollar|0.993|6|stablecoin
LUSD|Liquity USD|1|6|stablecoin
EURC|EURC|1.153|6|euro stablecoin circle
cbBTC|Coinbase Wrapped BTC|91450|8|cbbtc
cbETH|Coinbase Wrapped Staked ETH|3390|8|cbeth
tBTC|tBTC|91300|8|threshold
BTCB|Bitcoin BEP2|91450|8|binance bitcoin
WETH|Wrapped Ether|3040|8|
CAKE|PancakeSwap|2.31|8|
TWT|Trust Wallet Token|1.14|8|
FLOKI|FLOKI|0.000049|4|meme
XVS|Venus|4.4|8|
BTT|BitTorrent|0.00000048|2|bttc
SFP|SafePal|0.338|8|
ASTER|Aster|1.21|8|
JST|JUST|0.0387|6|
SUN|SUN|0.0206|6|
WIN|WINkLink|0.0000312|4|
RAY|Raydium|1.18|6|
ORCA|Orca|1.21|6|
JTO|Jito|0.462|6|
JitoSOL|Jito Staked SOL|173|8|
mSOL|Marinade Staked SOL|187|8|
POPCAT|Popcat|0.114|6|meme
BOME|BOOK OF MEME|0.00071|4|meme
MEW|cat in a dogs world|0.00126|4|meme
PNUT|Peanut the Squirrel|0.084|6|meme
FARTCOIN|Fartcoin|0.261|6|meme
MOODENG|Moo Deng|0.081|6|meme
GOAT|Goatseus Maximus|0.046|6|meme
PUMP|Pump.fun|0.0028|4|
KMNO|Kamino|0.053|6|
DRIFT|Drift|0.214|6|
GRASS|Grass|0.352|6|
HNT|Helium|2.21|8|
ATLAS|Star Atlas|0.00031|4|
GMT|GMT|0.0211|6|stepn
TNSR|Tensor|0.103|6|
VIRTUAL|Virtuals Protocol|0.872|8|
AERO|Aerodrome|0.691|8|
ZORA|Zora|0.051|6|
TOSHI|Toshi|0.00041|4|meme
DEGEN|Degen|0.0013|4|
BRETT|Brett|0.0181|6|meme
MOG|Mog Coin|0.00000031|2|meme
TURBO|Turbo|0.0021|4|meme
SPX|SPX6900|0.541|6|meme
NEIRO|Neiro|0.00014|4|meme
MEME|Memecoin|0.0012|4|
GMX|GMX|9.1|8|
MAGIC|Treasure|0.101|8|
VELO|Velodrome|0.026|6|
STG|Stargate Finance|0.142|8|
SUSHI|Sushi|0.351|8|
YFI|yearn.finance|4120|8|
BAL|Balancer|0.612|8|
BAT|Basic Attention Token|0.226|8|brave
ZRX|0x Protocol|0.156|8|
LRC|Loopring|0.0577|8|
ANKR|Ankr|0.0079|6|
OCEAN|Ocean Protocol|0.247|8|
STORJ|Storj|0.142|8|
SKL|SKALE|0.0126|6|
MASK|Mask Network|0.691|8|
RLC|iExec RLC|0.721|8|
NMR|Numeraire|9.8|8|
API3|API3|0.511|8|
ARKM|Arkham|0.261|8|
AUDIO|Audius|0.032|6|
BAND|Band Protocol|0.401|8|
BICO|Biconomy|0.061|8|
BIGTIME|Big Time|0.027|6|
COTI|COTI|0.031|6|
CTSI|Cartesi|0.043|6|
CVX|Convex Finance|1.92|8|
GLM|Golem|0.201|8|
GNO|Gnosis|128|8|
ILV|Illuvium|8.2|8|
JASMY|JasmyCoin|0.0078|6|
LPT|Livepeer|4.2|8|
LQTY|Liquity|0.432|8|
METIS|Metis|7.4|8|
MORPHO|Morpho|1.62|8|
OGN|Origin Token|0.041|6|
OXT|Orchid|0.035|6|
PERP|Perpetual Protocol|0.121|8|
POWR|Powerledger|0.101|8|
PRIME|Echelon Prime|0.912|8|
REQ|Request|0.111|8|
RPL|Rocket Pool|2.31|8|
RSR|Reserve Rights|0.0041|6|
SAFE|Safe|0.171|8|
SNT|Status|0.0179|6|
SPELL|Spell Token|0.00031|4|
SUPER|SuperVerse|0.301|8|
T|Threshold|0.0116|6|
TRB|Tellor|22.1|8|
UMA|UMA|0.842|8|
WLFI|World Liberty Financial|0.151|8|
WOO|WOO|0.031|6|
XCN|Onyxcoin|0.0066|6|
YGG|Yield Guild Games|0.094|6|
CELR|Celer Network|0.0047|6|
CVC|Civic|0.056|6|
COW|CoW Protocol|0.221|8|
AMP|Amp|0.0024|6|
ACH|Alchemy Pay|0.0116|6|
BNT|Bancor|0.452|8|
RARE|SuperRare|0.029|6|
G|Gravity|0.0061|6|galxe
GTC|Gitcoin|0.142|8|
HIGH|Highstreet|0.252|8|
ALICE|My Neighbor Alice|0.251|8|
C98|Coin98|0.031|6|
TLM|Alien Worlds|0.0029|6|
ZK|ZKsync|0.041|6|zksync
MIN|Minswap|0.013|6|cardano
DJED|Djed|1|6|cardano stablecoin
USD|US dollar|1|2|dollar card
EUR|Euro|1.152|2|euro card
GBP|Pound sterling|1.309|2|pound card
CHF|Swiss franc|1.238|2|franc card
PLN|Polish złoty|0.272|2|zloty card
CZK|Czech koruna|0.0476|2|koruna card
SEK|Swedish krona|0.1049|2|krona card
NOK|Norwegian krone|0.0983|2|krone card
DKK|Danish krone|0.1543|2|krone card
HUF|Hungarian forint|0.00301|2|forint card
RON|Romanian leu|0.2264|2|leu card
BGN|Bulgarian lev|0.589|2|lev card
TRY|Turkish lira|0.0236|2|lira card
UAH|Ukrainian hryvnia|0.0237|2|hryvnia card
KZT|Kazakhstani tenge|0.00193|2|tenge card
GEL|Georgian lari|0.3697|2|lari card
AUD|Australian dollar|0.645|2|dollar card
NZD|New Zealand dollar|0.561|2|dollar card
CAD|Canadian dollar|0.709|2|dollar card
JPY|Japanese yen|0.00639|0|yen card
KRW|South Korean won|0.00068|0|won card
SGD|Singapore dollar|0.765|2|dollar card
HKD|Hong Kong dollar|0.1284|2|dollar card
INR|Indian rupee|0.01119|2|rupee card
IDR|Indonesian rupiah|0.0000599|0|rupiah card
THB|Thai baht|0.0308|2|baht card
VND|Vietnamese dong|0.0000379|0|dong card
PHP|Philippine peso|0.01698|2|peso card
AED|UAE dirham|0.2723|2|dirham card
ILS|Israeli new shekel|0.305|2|shekel card
ZAR|South African rand|0.0578|2|rand card
NGN|Nigerian naira|0.00069|2|naira card
BRL|Brazilian real|0.1853|2|real card
MXN|Mexican peso|0.0542|2|peso card
`;

export interface Coin {
  ticker: string;
  name: string;
  /** USD for 1, decimal string */
  price: string;
  precisionDecimals: number;
  aliases: string[];
  /** 0 is the most popular */
  rank: number;
}

/** Ticker → coin. Throws a sentence naming the row when one is malformed or written twice. */
export function readCoins(): Map<string, Coin> {
  const coins = new Map<string, Coin>();
  for (const [rank, row] of COINS.trim().split('\n').entries()) {
    const [ticker, name, price, digits, words] = row.split('|');
    if (!ticker || !name || !price || !digits || words === undefined) throw new Error(`Coin row "${row}" has not five parts`);
    if (coins.has(ticker)) throw new Error(`Coin ${ticker} is written twice`);
    coins.set(ticker, {
      ticker,
      name,
      price,
      precisionDecimals: Number(digits),
      aliases: words.split(' ').filter(Boolean),
      rank,
    });
  }
  return coins;
}
