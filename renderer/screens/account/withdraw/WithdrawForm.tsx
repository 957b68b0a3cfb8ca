import { observer } from 'mobx-react-lite';
import { useId, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { AddressInput } from '../../../components/fields/AddressInput.tsx';
import { AmountInput } from '../../../components/amounts/AmountInput.tsx';
import { AmountOutput } from '../../../components/amounts/AmountOutput.tsx';
import { AmountPanel } from '../../../components/amounts/AmountPanel.tsx';
import type { AmountRefusal } from '../../../components/amounts/amountText.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { CoinLogo } from '../../../components/coins/CoinLogo.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { DangerIcon, PasteIcon } from '../../../components/icons/icons.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import type { WithdrawalTerms } from '../../../../contract/api/withdrawals.ts';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { coinLogo, networkName } from '../../coins/coinViews.ts';
import { RefusalNote } from '../../exchange/amounts/RefusalNote.tsx';
import { EmailNotice } from '../EmailNotice.tsx';
import { Usdt, USDT_DECIMALS } from '../Usdt.tsx';
import styles from './withdraw.module.css';

/** Fee first, then the amount, what arrives and the address. */
export const WithdrawForm = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { formatMessage } = useIntl();
  const { withdraw, locale } = useStores(withdrawGroup);
  const format = (value: string) => formatAmount(value, locale.code, USDT_DECIMALS);
  const inputId = useId();
  const problemId = useId();
  const [refusal, setRefusal] = useState<AmountRefusal | null>(null);
  const { amount, amountProblem, arrives, missing } = withdraw;
  const network = networkName(terms.instrument);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    withdraw.confirm();
  };
  const root = useRef<HTMLFormElement>(null);
  const leadToMissing = (): void => {
    withdraw.touchAddress();
    if (missing === 'EMAIL') return;
    const isAmount = missing === 'AMOUNT' || missing === 'AMOUNT_WRONG';
    root.current?.querySelector<HTMLElement>(isAmount ? 'input' : 'textarea')?.focus();
  };
  const coin = <Coin terms={terms} />;
  return (
    <Card aria-label={formatMessage({ id: 'withdraw.title' })} padding="tight">
      <form ref={root} className={styles['form']} onSubmit={submit} noValidate>
        <EmailNotice unconfirmed="withdraw.emailUnconfirmed" missing="withdraw.emailMissing" />
        <DefinitionList
          items={[
            {
              id: 'fee',
              term: <FormattedMessage id="withdraw.networkFee" values={{ network }} />,
              detail: <Usdt amount={terms.networkFee} />,
            },
            { id: 'own', term: <FormattedMessage id="withdraw.ourFee" />, detail: <FormattedMessage id="withdraw.none" /> },
            { id: 'least', term: <FormattedMessage id="withdraw.smallest" />, detail: <Usdt amount={terms.minimum} /> },
          ]}
        />
        <div className={styles['amounts']}>
          <AmountPanel
            label={formatMessage({ id: 'withdraw.send' })}
            inputId={inputId}
            invalid={amountProblem !== null}
            aside={<FormattedMessage id="withdraw.available" values={{ amount: format(terms.balance) }} />}
            amount={
              <AmountInput
                id={inputId}
                value={amount}
                format={{ language: locale.code, decimals: terms.instrument.precisionDecimals }}
                aria-invalid={amountProblem !== null || undefined}
                aria-describedby={problemId}
                onChange={withdraw.setAmount}
                onRefusal={setRefusal}
              />
            }
            coin={
              <span className={styles['side']}>
                <Button size="small" onClick={withdraw.setMaximum}>
                  <FormattedMessage id="withdraw.max" />
                </Button>
                {coin}
              </span>
            }
          />
          <div id={problemId} role="status" className={styles['between']}>
            {refusal !== null ? (
              <span className="hint">
                <RefusalNote refusal={refusal} decimals={terms.instrument.precisionDecimals} />
              </span>
            ) : amountProblem === null ? (
              <span className="hint numeric">
                <FormattedMessage id="withdraw.lessFee" values={{ fee: format(terms.networkFee) }} />
              </span>
            ) : (
              <AmountMessage terms={terms} />
            )}
          </div>
          <div className={styles['output']} aria-live="polite">
            <span className={styles['label']}>
              <FormattedMessage id="withdraw.arrives" />
            </span>
            <div className={styles['outputLine']}>
              <AmountOutput text={arrives === null ? '0' : format(arrives)} stale={arrives === null} />
              {coin}
            </div>
          </div>
        </div>
        <Address terms={terms} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          unavailableReason={missing && formatMessage({ id: `withdraw.missing.${missing}` })}
          missing={missing !== null && missing !== 'EMAIL'}
          onUnavailableClick={leadToMissing}
        >
          {missing ? (
            <FormattedMessage id={`withdraw.missing.${missing}`} />
          ) : (
            <FormattedMessage id="withdraw.submit" values={{ amount: format(amount) }} />
          )}
        </Button>
      </form>
    </Card>
  );
});

function Coin({ terms }: { terms: WithdrawalTerms }) {
  return (
    <span className={styles['coin']}>
      <CoinLogo {...coinLogo(terms.instrument)} />
      <span>
        {terms.currencyTitle} <small>{networkName(terms.instrument)}</small>
      </span>
    </span>
  );
}

/** What is wrong with the amount, and the amount that is right, one tap away. */
const AmountMessage = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { withdraw, locale } = useStores(withdrawGroup);
  const isTooSmall = withdraw.amountProblem === 'TOO_SMALL';
  const right = isTooSmall ? terms.minimum : terms.balance;
  const shown = formatAmount(right, locale.code, USDT_DECIMALS);
  return (
    <span className={styles['problem']}>
      <DangerIcon size="small" />
      <span>
        <FormattedMessage id={isTooSmall ? 'withdrawalAmountTooSmall' : 'withdraw.aboveBalance'} values={{ amount: shown }} />
      </span>
      <Button size="small" variant="text" onClick={() => withdraw.setAmount(right)}>
        <FormattedMessage id="withdraw.set" values={{ amount: shown }} />
      </Button>
    </span>
  );
});

const Address = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { formatMessage } = useIntl();
  const { withdraw, platform } = useStores(withdrawGroup);
  const { address, addressProblem, known, isAddressTouched } = withdraw;
  const network = networkName(terms.instrument);
  // The server does not know whether this browser can paste.
  const paste = useHydrated() ? platform.paste : undefined;
  // A complete address is judged at once, a part of one when the customer leaves the field.
  const isShown = isAddressTouched || address.length >= 34;
  const pasteAddress = async (): Promise<void> => {
    const text = await paste?.();
    if (text) await withdraw.setAddress(text);
    withdraw.touchAddress();
  };
  return (
    <Field
      label={<FormattedMessage id="withdraw.address" values={{ network }} />}
      error={isShown && addressProblem && <FormattedMessage id={`withdraw.address.${addressProblem}`} values={{ network }} />}
      ok={
        address !== '' &&
        addressProblem === null && (
          <FormattedMessage
            id={known ? 'withdraw.address.known' : 'withdraw.address.form'}
            values={{ network, times: known?.timesSent ?? 0 }}
          />
        )
      }
    >
      {(control) => (
        <AddressInput
          {...control}
          value={address}
          onChange={(text) => void withdraw.setAddress(text)}
          onBlur={() => address !== '' && withdraw.touchAddress()}
          trailing={
            paste && (
              <IconButton
                label={formatMessage({ id: 'withdraw.paste' })}
                icon={<PasteIcon />}
                onClick={() => void pasteAddress()}
              />
            )
          }
        />
      )}
    </Field>
  );
});
