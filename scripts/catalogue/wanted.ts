/**
 * Which tokens the catalogue carries: network | end of the slug | tickers.
 * `TICKER=SYMBOL` where the list writes another symbol; `TICKER@start` pins the contract by its first characters where
 * a list has several tokens of that symbol. Everything else about a token is the list's.
 */
const WANTED = `
ethereum|erc20|USDT USDC DAI WBTC@0x2260FA LINK@0x514910 UNI AAVE SHIB PEPE@0x698250 POL@0x455e53 MATIC ARB@0xB50721 FET@0xaea46A LDO ENA ONDO CRO MNT@0x3c3a81 OKB INJ@0xe28b3B AXL@0x467719 MKR SKY GRT@0xc944E9 CRV COMP SNX 1INCH SAND MANA@0x0F5D2f AXS@0xBB0E17 APE@0x4d2244 CHZ ENJ ENS IMX GALA BLUR DYDX PENDLE EIGEN ETHFI ZRO STRK@0xCa1400 QNT PAXG XAUT PYUSD RLUSD USDS@0xdC035D USD1 USDP GUSD FRAX LUSD EURC=EUROC cbBTC=CBBTC cbETH=CBETH tBTC WETH FLOKI VIRTUAL MOG TURBO SPX@0xE0f63A NEIRO@0x812Ba4 MEME@0xb131f4 STG SUSHI YFI BAL@0xba1000 BAT ZRX LRC@0xBBbbCA ANKR OCEAN@0x967da4 STORJ SKL MASK@0x69af81 RLC NMR API3 ARKM AUDIO BAND BICO BIGTIME COTI CTSI CVX GLM GNO ILV JASMY LPT LQTY METIS MORPHO@0x58D97B OGN OXT PERP POWR PRIME@0xb23d80 REQ RPL RSR SAFE@0x5aFE38 SNT SPELL SUPER T TRB@0x88dF59 UMA WLFI WOO XCN YGG CELR CVC COW@0xDEf1CA AMP ACH BNT RARE@0xba5BDe G@0x9C7BEB GTC@0xDe30da HIGH ALICE C98 TLM IOTX USDe=USDE FDUSD TUSD WLD
bsc|bep20|USDT@0x55d398 USDC DAI FDUSD TUSD BTCB ETH XRP ADA DOGE LTC BCH DOT LINK UNI AVAX MATIC ATOM FIL EOS ETC XTZ NEAR ZEC TRX SHIB CAKE TWT FLOKI XVS BTT@0x352Cb5 SFP ASTER 1INCH AAVE ANKR AXS INJ MASK C98 ALICE TLM ACH CTSI WOO ZRO USD1 WBTC
polygon|polygon|USDT USDC@0x3c499c USDC.e=USDC@0x2791Bc DAI WBTC WETH@0x7ceB23 LINK AAVE UNI@0xb33EaA CRV GRT SNX COMP MANA ENS BAL BAT YFI
arbitrum|arbitrum|USDT USDC@0xaf88d0 USDC.e=USDC.E DAI WBTC WETH ARB LINK UNI AAVE CRV COMP GMX PENDLE LDO GRT MAGIC SUSHI ZRO WOO cbBTC=CBBTC EIGEN LPT XAUT=XAUT0
optimism|optimism|USDT USDC@0x0b2C63 USDC.e=USDC.E DAI WBTC WETH OP LINK AAVE UNI LDO SNX CRV VELO@0x9560e8 PERP WLD ZRO PENDLE LUSD
base|base|USDC USDT DAI WETH cbBTC=CBBTC cbETH=CBETH EURC AERO VIRTUAL DEGEN TOSHI BRETT ZORA COMP UNI SUSHI ZRO tBTC=TBTC SPX
avalanche|avaxc|USDT USDC@0xB97EF9 EURC DAI=DAI_E WBTC=WBTC_E WETH=WETH_E LINK=LINK_E AAVE=AAVE_E GMX SUSHI=SUSHI_E GRT=GRT_E STG WOO=WOO_E
celo|celo|USDT@0x48065f USDC@0xcebA93 WETH=CETH
linea|linea|USDT USDC DAI WBTC WETH LINK
scroll|scroll|USDT USDC DAI WBTC WETH
zksync|zksync|ZK USDC USDT WBTC WETH
unichain|unichain|USDC USDT DAI WBTC UNI LINK
monad|monad|USDC USDT=USDT0 WETH
xlayer|xlayer|USDT=USD₮0 USDG
cronos|cronos|USDT USDC DAI WBTC WETH LINK
sonic|sonic|WETH
tron|trc20|USDT USDD TUSD BTT JST SUN WIN
solana|sol|USDT USDC PYUSD EURC USDS@USDSwr9A USDG BONK@DezXAZ8z WIF@EKpQGSJt JUP PYTH RAY@4k3Dyjzv ORCA JTO JitoSOL=JITOSOL mSOL RENDER TRUMP@6p6xgHyF PENGU@2zMMhcVQ POPCAT BOME MEW@MEW1gQWJ PNUT=Pnut FARTCOIN=Fartcoin MOODENG GOAT@CzLSujWB PUMP@pumpCmXq KMNO DRIFT@DriFtupJ GRASS@Grass7B4 HNT ATLAS@ATLASXmb GMT@7i5KKsX2 TNSR WBTC WETH=ETH tBTC TURBO SPX@J3NKxxXZ C98 WOO@Dz8VutER
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
