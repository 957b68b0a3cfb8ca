import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { amount, ONE, roundToDecimal, ZERO } from '../../../../contract/money.ts';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { ArrowRightIcon } from '../../../components/icons/pageIcons.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { AddressText } from '../../order/AddressText.tsx';
import { InstrumentLogo } from '../../order/InstrumentLogo.tsx';
import { LocalTime } from '../../order/LocalTime.tsx';
import order from '../../order/order.module.css';
import { useMoney } from '../../order/useMoney.ts';
import { feeLines } from '../feeLines.tsx';
import type { PurchaseStepProps } from '../stages/purchaseStep.ts';
import { useFiatTexts } from '../useFiatTexts.ts';

const PRICE_DECIMALS = 12;

/** What is paid, what arrives, each fee, and where the coin goes. */
export const PurchaseDetails = observer(({ order: purchase, fiat }: PurchaseStepProps) => {
  const { formatMessage } = useIntl();
  const { exact, price } = useFiatTexts();
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = purchase.pair;
  const [delivery] = purchase.withdrawals;
  const paid = exact(fiat.amount, fiat.currency);
  const rate = amount(purchase.claimedPublicRate.price);
  return (
    <Card aria-label={formatMessage({ id: 'fiat.details' })}>
      <div className={order['pair']}>
        <InstrumentLogo instrument={from} />
        <ArrowRightIcon />
        <InstrumentLogo instrument={to} />
        <h2>
          <FormattedMessage id="fiat.details.pair" values={{ from: from.currencyTitle, to: to.currencyTitle }} />
        </h2>
      </div>
      <DefinitionList
        items={[
          { id: 'pay', term: <FormattedMessage id="fiat.youPay" />, detail: paid },
          {
            id: 'receive',
            term: <FormattedMessage id="exchange.youReceive" />,
            detail: <b>{delivery ? money(delivery.amount, to) : `≈\u00a0${money(purchase.amountToGet, to)}`}</b>,
          },
          ...(rate.eq(ZERO)
            ? []
            : [
                {
                  id: 'rate',
                  term: <FormattedMessage id="fiat.details.rate" />,
                  detail: (
                    <FormattedMessage
                      id="fiat.price"
                      values={{
                        coin: to.currencyTitle,
                        price: price(roundToDecimal(ONE.div(rate), PRICE_DECIMALS, 'up'), fiat.currency),
                      }}
                    />
                  ),
                },
              ]),
          ...feeLines({ ...fiat, coin: to, written: (fee) => exact(fee, fiat.currency) }),
          {
            id: 'address',
            term: <FormattedMessage id="fiat.details.address" />,
            detail: <AddressText address={purchase.destinationAddress} />,
          },
          {
            id: 'created',
            term: <FormattedMessage id="fiat.details.created" />,
            detail: <LocalTime at={purchase.createdAt} format="dateTime" />,
          },
        ]}
      />
    </Card>
  );
});
