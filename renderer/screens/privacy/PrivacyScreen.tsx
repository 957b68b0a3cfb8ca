import { FormattedMessage } from 'react-intl';
import { Card } from '../../components/layout/Card.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import styles from './privacy.module.css';

const PARTS = ['exchange', 'visit', 'refuse', 'account', 'others'] as const;

/** `/privacy`: what this exchange stores about visitors and customers, and for how long. */
export const Screen = () => (
  <div className={`page-width ${styles['page']}`}>
    <PageHeading title={<FormattedMessage id="privacy.title" />} lead={<FormattedMessage id="privacy.lead" />} />
    {PARTS.map((part) => (
      <Card key={part} title={<FormattedMessage id={`privacy.${part}.title`} />}>
        <p className="prose">
          <FormattedMessage id={`privacy.${part}.text`} />
        </p>
      </Card>
    ))}
  </div>
);
