import { FormattedMessage } from 'react-intl';
import styles from './ErrorScreen.module.css';

/** The request id, by which support finds the error. */
export function RequestId({ id }: { id: string }) {
  if (id === '') return null;
  return (
    <p className={styles['detail']}>
      <FormattedMessage id="error.requestId" values={{ id }} />
    </p>
  );
}
