import { isUnpayableForm } from '../../../contract/input/unpayableForms.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** Returns the message for a rejected address: the specific code or reason of the host if it is known, else the general one (§5). */
export function addressProblem(code: unknown): MessageId {
  if (isUnpayableForm(code)) return code;
  switch (code) {
    case 'error_address_must_be_different':
    case 'error_address_ours':
    case 'error_address_blocked':
    case 'error_address_unpayable':
    case 'error_address_least':
      return code;
    case 'address_contract':
      return 'exchange.addressContract';
    case 'address_name':
      return 'exchange.addressName';
    default:
      return 'error_address_incorrect';
  }
}
