import { createContext } from 'react';
import type { CoinDecimals } from '../../../contract/orderDecimals.ts';

/** The decimals that a page or a list gives every amount of a coin; empty where each amount has its own. */
export const CoinDecimalsContext = createContext<CoinDecimals>({});
