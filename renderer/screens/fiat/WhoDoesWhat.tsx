import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { brand } from '../../brand.ts';
import { PersonIcon } from '../../components/icons/icons.tsx';
import { ClockIcon, ShieldIcon } from '../../components/icons/pageIcons.tsx';
import { Card } from '../../components/layout/Card.tsx';
import order from '../order/order.module.css';
import { useFiatTexts } from './useFiatTexts.ts';

/** Who sells, who refunds, and who answers. */
export const WhoDoesWhat = observer(() => {
  const { provider } = useFiatTexts();
  return (
    <Card title={<FormattedMessage id="fiat.who" />}>
      <ul className={order['rows']}>
        <Line icon={<ShieldIcon />} name={provider}>
          <FormattedMessage id="fiat.who.provider" />
        </Line>
        <Line icon={<ClockIcon />} name={brand.name}>
          <FormattedMessage id="fiat.who.exchange" />
        </Line>
        <Line icon={<PersonIcon />} name={<FormattedMessage id="fiat.who.you" />}>
          <FormattedMessage id="fiat.who.yours" />
        </Line>
      </ul>
    </Card>
  );
});

function Line({ icon, name, children }: { icon: ReactNode; name: ReactNode; children: ReactNode }) {
  return (
    <li className={order['foot']}>
      {icon}
      <span>
        <b>{name}</b>
        <br />
        {children}
      </span>
    </li>
  );
}
