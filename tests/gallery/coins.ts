import bnb from 'cryptocurrency-icons/svg/color/bnb.svg';
import btc from 'cryptocurrency-icons/svg/color/btc.svg';
import eth from 'cryptocurrency-icons/svg/color/eth.svg';
import trx from 'cryptocurrency-icons/svg/color/trx.svg';
import usdt from 'cryptocurrency-icons/svg/color/usdt.svg';

export const BITCOIN = { ticker: 'BTC', source: btc, network: null, networkTitle: 'Bitcoin' };
export const TETHER_TRON = { ticker: 'USDT', source: usdt, network: { ticker: 'TRX', source: trx }, networkTitle: 'TRC-20' };
export const TETHER_ETHEREUM = { ticker: 'USDT', source: usdt, network: { ticker: 'ETH', source: eth }, networkTitle: 'ERC-20' };
export const TETHER_BINANCE = { ticker: 'USDT', source: usdt, network: { ticker: 'BNB', source: bnb }, networkTitle: 'BEP-20' };
export const NAMELESS = { ticker: 'WIFHAT', source: null, network: { ticker: 'SOL', source: null }, networkTitle: 'Solana' };
