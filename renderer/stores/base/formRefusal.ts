import type { MessageId } from '../../i18n/messages.ts';

/** Why the host refused a form. Without `fields` it concerns the whole form. */
export interface FormRefusal {
  message: MessageId;
  fields: readonly string[];
  values?: Record<string, string | number>;
}
