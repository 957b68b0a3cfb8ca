import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../renderer/i18n/messages.ts';

/** The heading of a screen for screen readers: its panels have the visible ones. */
export function Title({ id }: { id: MessageId }) {
  return (
    <h1 className="visually-hidden">
      <FormattedMessage id={id} />
    </h1>
  );
}
