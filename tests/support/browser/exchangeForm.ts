import { FIXED_RATE_LOCK_MS } from '../../../contract/limits.ts';
import type { Frame, Locator, Page } from 'playwright';
import type { Say } from './words.ts';

/** Addresses of the chains' own published examples: nobody's wallet of ours. */
export const ADDRESSES = {
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ethereum: '0x52908400098527886E0F7030069857D2E4169EE7',
  xrp: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
} as const;

export interface ExchangeForm {
  form: Locator;
  send: Locator;
  receive: Locator;
  sendCoin: Locator;
  receiveCoin: Locator;
  terms: Locator;
  floating: Locator;
  fixed: Locator;
  swap: Locator;
  /** The field for the address of a coin on a network, as the customer reads them: ("USDT", "TRON"). */
  address(coin: string, network: string): Locator;
  refundAddress(coin: string, network: string): Locator;
  /** The form's one button, by what it says now. */
  button(label: string): Locator;
}

/** The exchange form, found as a screen reader finds it. */
export function exchangeForm(page: Page | Frame, say: Say): ExchangeForm {
  const form = page.getByRole('region', { name: say('exchange.form'), exact: true });
  return {
    form,
    send: form.getByRole('textbox', { name: say('exchange.youSend'), exact: true }),
    receive: form.getByRole('textbox', { name: say('exchange.youReceive'), exact: true }),
    sendCoin: form.getByRole('button', { name: say('exchange.chooseSend', { coin: '' }) }),
    receiveCoin: form.getByRole('button', { name: say('exchange.chooseReceive', { coin: '' }) }),
    // Up to the end of the link, after which a browser adds a space to the name.
    terms: form.getByRole('checkbox', { name: say('exchange.terms').split('.', 1)[0] ?? '' }),
    floating: form.getByRole('radio', { name: say('exchange.floating') }),
    fixed: form.getByRole('radio', { name: say('exchange.fixed', { minutes: FIXED_RATE_LOCK_MS / 60_000 }) }),
    swap: form.getByRole('button', { name: say('exchange.swap') }),
    address: (coin, network) => form.getByRole('textbox', { name: say('exchange.address', { coin, network }), exact: true }),
    refundAddress: (coin, network) => form.getByRole('textbox', { name: say('exchange.refund', { coin, network }), exact: true }),
    button: (label) => form.getByRole('button', { name: label, exact: true }),
  };
}
