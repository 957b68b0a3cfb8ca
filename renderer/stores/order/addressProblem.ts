import type { MessageId } from '../../i18n/messages.ts';

/** §5: the general message, or the specific code that the host names. */
export function addressProblem(code: unknown): MessageId {
  switch (code) {
    case 'address_reject_iotx':
      return 'address_reject_iotx';
    case 'error_address_must_be_different':
      return 'error_address_must_be_different';
    default:
      return 'error_address_incorrect';
  }
}
