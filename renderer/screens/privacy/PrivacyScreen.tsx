import { FormattedMessage } from 'react-intl';
import { FIRST_VISIT_COOKIE, MAIL_RETENTION_MS, REFERRAL_COOKIE, SESSION_RETENTION_MS } from '../../../contract/limits.ts';
import { brand } from '../../brand.ts';
import { Card } from '../../components/layout/Card.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import styles from './privacy.module.css';

const PARTS = ['exchange', 'visit', 'refuse', 'account', 'others', 'contact'] as const;

const DAY_MS = 24 * 3_600_000;
const VALUES = {
  operator: brand.legalEntity,
  brand: brand.name,
  email: brand.supportEmail,
  a: (text: React.ReactNode) => <a href={`mailto:${brand.supportEmail}`}>{text}</a>,
  visitDays: (FIRST_VISIT_COOKIE.maxAgeSeconds * 1_000) / DAY_MS,
  referralHours: REFERRAL_COOKIE.maxAgeSeconds / 3_600,
  sessionDays: SESSION_RETENTION_MS / DAY_MS,
  mailDays: MAIL_RETENTION_MS / DAY_MS,
};

/** `/privacy`: what the operator stores about visitors and customers, and for how long. */
export const Screen = () => (
  <div className={`page-width ${styles['page']}`}>
    <PageHeading title={<FormattedMessage id="privacy.title" />} lead={<FormattedMessage id="privacy.lead" values={VALUES} />} />
    {PARTS.map((part) => (
      <Card key={part} title={<FormattedMessage id={`privacy.${part}.title`} />}>
        <p className="prose">
          <FormattedMessage id={`privacy.${part}.text`} values={VALUES} />
        </p>
      </Card>
    ))}
  </div>
);
