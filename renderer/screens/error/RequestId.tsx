import { FormattedMessage } from 'react-intl';
import styles from './ErrorScreen.module.css';

/** What support finds the failure by. */
export function RequestId({ id }: { id: string }) {
  if (id === '') return null;
  return (
    <p className={styles['detail']}>
      <FormattedMessage id="error.requestId" values={{ id }} />
    </p>
  );
}
