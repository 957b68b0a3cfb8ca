import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { Diagnostics } from './Diagnostics.tsx';
import { SupportQuestions } from './SupportQuestions.tsx';
import styles from './SupportScreen.module.css';
import { WriteToUs } from './WriteToUs.tsx';

const MAXIMUM_LENGTH = 64;

/** `/support?order={id}`: contact and frequent questions. */
export function Screen() {
  const { search } = useLocation();
  const [order, setOrder] = useState(() => (new URLSearchParams(search).get('order') ?? '').slice(0, MAXIMUM_LENGTH));
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={<FormattedMessage id="support.title" />} lead={<FormattedMessage id="support.lead" />} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <WriteToUs order={order} onOrderChange={setOrder} />
          <Diagnostics order={order} />
        </div>
        <SupportQuestions />
      </div>
    </div>
  );
}
