import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { formatAmount, priceDecimals } from '../../../contract/formatAmount.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { PriceChain } from '../../../contract/priceChain/priceChain.ts';
import type { CalculationLine } from '../../components/data/Calculation.tsx';
import { splitNetworkFee } from '../../stores/networkFees.ts';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from '../coins/coinViews.ts';

interface ChainTexts {
  /** The amount to send with its coin, as the page writes it. */
  sent: string;
  to: Instrument;
  /** The part of the network fee that pays for collecting the deposit, as the host sent it. */
  collectionFee: Decimal | undefined;
  /** Which market price it is. */
  priceNote: ReactNode;
  /** The name of what arrives. */
  total: ReactNode;
}

/** Returns the lines of a price chain: the amount at the market price, each fee, and what arrives. */
export function useChainLines(): (chain: PriceChain, texts: ChainTexts) => CalculationLine[] {
  const { formatMessage } = useIntl();
  const { code } = useStores().locale;
  return (chain, { sent, to, collectionFee, priceNote, total }) => {
    const inCoin = (amount: Decimal): string => formatAmount(amount, code, to.precisionDecimals);
    const priceText = (price: Decimal): string => formatAmount(price, code, priceDecimals(price));
    const percent = (value: Decimal): string => formatAmount(value, code);
    const { sending, collecting } = splitNetworkFee(chain.networkFee, collectionFee);
    const network = networkName(to);
    return [
      {
        id: 'worth',
        term: formatMessage({ id: 'chain.product' }, { amount: sent, price: priceText(chain.marketPrice) }),
        note: priceNote,
        amount: inCoin(chain.worth),
      },
      {
        id: 'service',
        kind: 'less',
        term:
          chain.servicePercent === null
            ? formatMessage({ id: 'exchange.serviceFee' })
            : formatMessage({ id: 'chain.service' }, { percent: percent(chain.servicePercent) }),
        amount: inCoin(chain.serviceFee),
      },
      ...(chain.holding
        ? [
            {
              id: 'holding',
              kind: 'less' as const,
              term: formatMessage({ id: 'chain.holding' }, { percent: percent(chain.holding.percent) }),
              amount: inCoin(chain.holding.fee),
            },
          ]
        : []),
      {
        id: 'network',
        kind: 'less',
        term: formatMessage({ id: 'chain.network' }),
        note:
          collecting === null ? (
            formatMessage({ id: 'chain.sending' }, { network })
          ) : (
            <>
              {formatMessage({ id: 'chain.sendingPart' }, { network, amount: inCoin(sending) })}
              <br />
              {formatMessage({ id: 'chain.collecting' }, { amount: inCoin(collecting) })}
            </>
          ),
        amount: inCoin(chain.networkFee),
      },
      { id: 'received', kind: 'sum', term: total, amount: inCoin(chain.received) },
    ];
  };
}
