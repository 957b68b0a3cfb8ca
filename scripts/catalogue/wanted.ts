/**
 * Which tokens the catalogue carries: network | end of the slug | tickers.
 * `TICKER=SYMBOL` where the list writes another symbol; `TICKER@start` pins the contract by its first characters where
 * a list has several tokens of that symbol. Everything else about a token is the list's.
 */
const WANTED = `
ethereum|erc20|USDT USDC DAI WBTC LINK UNI AAVE SHIB PEPE POL MATIC ARB FET LDO ENA ONDO CRO MNT OKB INJ AXL MKR SKY GRT CRV COMP SNX 1INCH SAND MANA AXS APE CHZ ENJ ENS IMX GALA BLUR DYDX PENDLE EIGEN ETHFI ZRO STRK QNT PAXG XAUT PYUSD RLUSD USDS USD1 USDP GUSD FRAX LUSD EURC cbBTC cbETH tBTC WETH FLOKI VIRTUAL MOG TURBO SPX NEIRO=Neiro MEME STG SUSHI YFI BAL BAT ZRX LRC ANKR OCEAN STORJ SKL MASK RLC NMR API3 ARKM AUDIO BAND BICO BIGTIME COTI CTSI CVX GLM GNO ILV JASMY LPT LQTY METIS MORPHO OGN OXT PERP POWR PRIME REQ RPL RSR SAFE SNT SPELL SUPER T TRB UMA WLFI WOO XCN YGG CELR CVC COW AMP ACH BNT RARE G GTC HIGH ALICE C98 TLM IOTX USDe=USDE FDUSD TUSD WLD
bsc|bep20|USDT USDC DAI FDUSD TUSD BTCB ETH XRP ADA DOGE LTC BCH DOT LINK UNI AVAX MATIC ATOM FIL EOS ETC XTZ NEAR ZEC TRX SHIB@0x2859 CAKE TWT FLOKI XVS BTT@0x352C SFP ASTER 1INCH AAVE ANKR AXS INJ MASK C98 ALICE TLM ACH CTSI WOO ZRO USD1 WBTC
polygon|polygon|USDT USDC USDC.e DAI WBTC WETH LINK AAVE UNI CRV GRT SNX COMP MANA ENS BAL BAT YFI ZRO
arbitrum|arbitrum|USDT=USDT0 USDC USDC.e DAI WBTC WETH ARB LINK UNI AAVE CRV COMP GMX PENDLE LDO GRT MAGIC STG SUSHI ZRO WOO APE PYUSD USDS cbBTC EIGEN ETHFI ENA LPT XAUT=XAUt0
optimism|optimism|USDT USDC USDC.e DAI WBTC WETH OP LINK AAVE UNI LDO SNX CRV VELO PERP WLD ZRO PENDLE LUSD
base|base|USDC USDT DAI WETH cbBTC cbETH EURC AERO VIRTUAL DEGEN TOSHI BRETT ZORA COMP UNI SUSHI ZRO tBTC SPX
avalanche|avaxc|USDT USDC EURC DAI=DAI.e WBTC WETH LINK AAVE GMX SUSHI GRT STG WOO
celo|celo|USDT USDC WETH
linea|linea|USDT USDC DAI WBTC WETH LINK
scroll|scroll|USDT USDC DAI WBTC WETH
zksync|zksync|ZK USDC USDT WBTC WETH
unichain|unichain|USDC USDT DAI WBTC WETH UNI LINK
worldchain|world|USDC.e WBTC WETH
monad|monad|USDC USDT WBTC WETH
xlayer|xlayer|USDT=USDT0 USDG
cronos|cronos|USDT USDC DAI WBTC WETH LINK
sonic|sonic|WETH
tron|trc20|USDT USDD TUSD BTT JST SUN WIN
solana|sol|USDT USDC PYUSD EURC USD1 USDS USDG BONK WIF JUP PYTH RAY ORCA JTO JitoSOL=JITOSOL mSOL=MSOL RENDER TRUMP PENGU POPCAT BOME MEW PNUT FARTCOIN MOODENG GOAT PUMP KMNO DRIFT GRASS HNT ATLAS GMT TNSR WBTC@3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh WETH LINK tBTC=TBTC TURBO SPX C98 WOO
ton|ton|USDT NOT
stellar|xlm|USDC
algorand|algo|USDT USDC
hedera|hbar|USDC
aptos|apt|USDT USDC
sui|sui|USDT USDC@0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7 FDUSD
cardano|ada|DJED MIN
`;

export interface WantedToken {
  network: string;
  slug: string;
  /** Our ticker, one of `coins.json` */
  ticker: string;
  /** The symbol in the published list */
  symbol: string;
  /** How the contract begins, '' where the symbol alone is enough */
  contractStart: string;
}

export function readWanted(): WantedToken[] {
  return WANTED.trim()
    .split('\n')
    .flatMap((row) => {
      const [network, suffix, tickers] = row.split('|');
      if (!network || !suffix || !tickers) throw new Error(`Row "${row}" has not three parts`);
      return tickers.split(' ').map((entry) => {
        const [names = entry, contractStart = ''] = entry.split('@');
        const [ticker = names, symbol = ticker] = names.split('=');
        return { network, slug: `${ticker.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}${suffix}`, ticker, symbol, contractStart };
      });
    });
}
