import type { IntlShape } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import { isUnpayableForm } from '../../../../contract/input/unpayableForms.ts';
import type { PasteNote } from '../../../../contract/paymentUri/pastedRequest.ts';
import type { AddressState } from '../../../stores/exchange/AddressStore.ts';
import { networkName } from '../../coins/coinViews.ts';

interface Situation {
  state: AddressState;
  isCleaned: boolean;
  instrument: Instrument | null;
  pasted: PasteNote | null;
  /** The customer pressed the button while the field was empty. */
  isMissing: boolean;
  formatMessage: IntlShape['formatMessage'];
}

/** Returns the message below an address: its verdict, the reason, and what a payment request filled in. */
export function addressMessage({ state, isCleaned, instrument, pasted, isMissing, formatMessage }: Situation): {
  ok?: string;
  hint?: string;
  error?: string;
} {
  const names = { coin: instrument?.currencyTitle ?? '', network: instrument ? networkName(instrument) : '' };
  if (pasted?.kind === 'refused') return { error: formatMessage({ id: 'error_payment_request' }, { ...pasted.fault }) };
  if (state.kind === 'invalid') return { error: invalidMessage(state, names, formatMessage) };
  if (pasted?.kind === 'otherCoin') return { error: formatMessage({ id: 'exchange.pastedOther' }, { scheme: pasted.scheme }) };
  if (isMissing) return { error: formatMessage({ id: 'error_address_empty' }) };
  if (state.kind === 'unverified') return { error: formatMessage({ id: 'exchange.addressUnverified' }) };
  if (state.kind === 'checking') return { hint: formatMessage({ id: 'exchange.addressChecking' }) };
  if (state.kind === 'empty') return {};
  const valid = formatMessage({ id: 'exchange.addressValid' }, names);
  if (isCleaned) return { ok: `${valid}. ${formatMessage({ id: 'exchange.cleaned' })}` };
  if (pasted?.kind !== 'filled') return { ok: valid };
  const { withAmount, withMemo } = pasted;
  const filled = formatMessage({ id: 'exchange.pasted' }, { withAmount: String(withAmount), withMemo: String(withMemo) });
  return { ok: `${valid}. ${filled}` };
}

function invalidMessage(
  { code, detectedNetworks, contractOf, refusal }: Extract<AddressState, { kind: 'invalid' }>,
  names: { coin: string; network: string },
  formatMessage: IntlShape['formatMessage'],
): string {
  const [detected] = detectedNetworks;
  if (refusal !== undefined) return formatMessage({ id: refusal }, names);
  if (isUnpayableForm(code)) return formatMessage({ id: code });
  // Before the networks: the contract is a valid address of its network.
  if (contractOf !== undefined) return formatMessage({ id: 'exchange.addressToken' }, { token: contractOf });
  if (code === 'address_contract') return formatMessage({ id: 'exchange.addressContract' });
  if (detected !== undefined) return formatMessage({ id: 'exchange.addressWrongNetwork' }, { detected, ...names });
  if (code === 'address_bad_checksum') return formatMessage({ id: 'exchange.addressBadChecksum' });
  if (code === 'address_name') return formatMessage({ id: 'exchange.addressName' });
  if (code === 'address_testnet') return formatMessage({ id: 'exchange.addressTestnet' }, names);
  return formatMessage({ id: 'error_address_incorrect' });
}
