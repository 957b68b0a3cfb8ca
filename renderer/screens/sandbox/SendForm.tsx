import { ArrowLeftIcon } from '../../components/icons/pageIcons.tsx';
import { yupResolver } from '@hookform/resolvers/yup';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Controller, useForm, useWatch, type Control } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { mixed, object, string } from 'yup';
import { finishAmount, normaliseAmount, type AmountReading } from '../../../contract/amountInput.ts';
import { AddressInput } from '../../components/fields/AddressInput.tsx';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Field, type FieldControl } from '../../components/fields/Field.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import type { SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { AmountField, readingOf } from '../exchange/amounts/AmountField.tsx';
import { useMoney } from '../order/useMoney.ts';
import { shortened } from '../../../contract/shortened.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';
import styles from './sandbox.module.css';

/** The most decimals that a coin has */
const MOST_DECIMALS = 18;

const schema = object({
  instrument: string().required(),
  to: string().transform(cleanMachineText).required(),
  memo: string().transform(cleanMachineText).defined(),
  amount: mixed<AmountReading>()
    .required()
    .test('amount', (reading) => finishAmount(reading.amount) !== null),
});
type Payment = { instrument: string; to: string; memo: string; amount: AmountReading };

/** Form of the sandbox wallet, which has unlimited funds. An order's page fills it in: `?instrument=&to=&amount=&memo=`. */
export const SendForm = observer(({ sandbox }: { sandbox: SandboxStore }) => {
  const { formatMessage } = useIntl();
  const { instruments } = useStores();
  const [query] = useSearchParams();
  const form = useForm<Payment>({
    resolver: yupResolver(schema),
    defaultValues: {
      instrument: query.get('instrument') ?? 'btc',
      to: query.get('to') ?? '',
      memo: query.get('memo') ?? '',
      amount: readingOf(normaliseAmount(query.get('amount') ?? '', MOST_DECIMALS)),
    },
  });
  const send = form.handleSubmit(async ({ instrument, to, memo, amount }) => {
    await sandbox.send({
      instrumentSlug: instrument,
      toAddress: to,
      amount: finishAmount(amount.amount) ?? '',
      ...(memo !== '' && { memo }),
    });
  });
  const { control } = form;
  const instrument = instruments.bySlug.get(useWatch({ control, name: 'instrument' }));

  return (
    <Card aria-labelledby="sandbox-send">
      <h2 id="sandbox-send">
        <FormattedMessage id="sandbox.send.title" />
      </h2>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <PaymentField control={control} name="instrument" label={formatMessage({ id: 'sandbox.send.instrument' })}>
          {(aria, value, change) => <InstrumentSelect {...aria} value={value} onChange={change} />}
        </PaymentField>
        <PaymentField control={control} name="to" label={formatMessage({ id: 'sandbox.send.to' })}>
          {(aria, value, change) => <AddressInput {...aria} value={value} onChange={change} />}
        </PaymentField>
        <PaymentField
          control={control}
          name="memo"
          label={formatMessage({ id: 'sandbox.send.memo' })}
          hint={formatMessage({ id: 'sandbox.send.memoHint' })}
        >
          {(aria, value, change) => <TextInput {...aria} mono value={value} onChange={change} autoComplete="off" />}
        </PaymentField>
        <Controller
          control={control}
          name="amount"
          render={({ field, fieldState }) => (
            <AmountField
              label={formatMessage({ id: 'sandbox.send.amount' })}
              reading={field.value}
              onChange={field.onChange}
              decimals={instrument?.precisionDecimals ?? MOST_DECIMALS}
              unit={instrument?.currencyTitle}
              error={fieldState.invalid && formatMessage({ id: 'sandbox.send.wrong' })}
            />
          )}
        />
        <Button type="submit" variant="primary" wide busy={sandbox.busy === 'send'}>
          <FormattedMessage id="sandbox.send.button" />
        </Button>
      </form>
      <Outcome sandbox={sandbox} />
    </Card>
  );
});

interface PaymentFieldProps {
  control: Control<Payment>;
  name: Exclude<keyof Payment, 'amount'>;
  label: string;
  hint?: string;
  children: (aria: FieldControl, value: string, change: (value: string) => void) => React.ReactNode;
}

function PaymentField({ control, name, label, hint, children }: PaymentFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.invalid && formatMessage({ id: 'sandbox.send.wrong' })}>
          {(aria) => children(aria, field.value, field.onChange)}
        </Field>
      )}
    />
  );
}

/** The full list once it is loaded; until then only the order's instrument. */
const InstrumentSelect = observer(
  ({ value, onChange, ...aria }: FieldControl & { value: string; onChange: (slug: string) => void }) => {
    const { instruments } = useStores();
    useEffect(() => void instruments.loadAll().catch(() => undefined), [instruments]);
    const known = instruments.list
      .filter(({ instrumentType }) => instrumentType === 'crypto')
      .map(({ slug, currencyTitle, network, networkTitle }) => ({
        value: slug,
        label: `${currencyTitle} · ${network?.friendlyTitle ?? networkTitle}`,
      }));
    const options = known.some((option) => option.value === value) ? known : [{ value, label: value.toUpperCase() }, ...known];
    return <Select {...aria} value={value} options={options} onChange={onChange} />;
  },
);

const Outcome = observer(({ sandbox }: { sandbox: SandboxStore }) => {
  const { money } = useMoney();
  const { instruments } = useStores();
  const { key } = useLocation();
  const navigate = useNavigate();
  const { sent, problem } = sandbox;
  const instrument =
    sent && (instruments.bySlug.get(sent.instrumentSlug) ?? { currencyTitle: sent.instrumentSlug.toUpperCase() });
  return (
    <div role="status" className={styles['outcome']}>
      {sent && instrument && (
        <Notice
          kind="success"
          title={<FormattedMessage id="sandbox.send.sent" values={{ amount: money(sent.amount, instrument) }} />}
          actions={
            key !== 'default' && (
              <Button size="small" icon={<ArrowLeftIcon />} onClick={() => void navigate(-1)}>
                <FormattedMessage id="sandbox.back" />
              </Button>
            )
          }
        >
          <FormattedMessage
            id="sandbox.send.hash"
            values={{
              hash: (
                <span className="mono" translate="no">
                  {shortened(sent.txHash)}
                </span>
              ),
            }}
          />
        </Notice>
      )}
      {problem?.at === 'send' && (
        <Notice kind="danger">
          <FormattedMessage id="sandbox.refused" values={{ message: problem.message }} />
        </Notice>
      )}
    </div>
  );
});
