import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';

import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { classNames } from '../../components/classNames.ts';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { FileField } from '../../components/fields/FileField.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';
import { judgeText, loadCurve, type TextJudgement } from './judgeText.ts';
import { SignedDocumentView } from './SignedDocumentView.tsx';
import styles from './verify.module.css';

/** `field`: the key of the file that has the problem */
interface Problem {
  id: MessageId;
  field?: string;
}

type Read = Extract<TextJudgement, { kind: 'read' }>;

/** `/verify`: checks in the browser whether this exchange signed a saved guarantee or receipt. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { signingKeys } = useStores();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [read, setRead] = useState<Read | null>(null);

  useEffect(() => {
    // The first file retries loading and shows a failure.
    loadCurve().catch(() => undefined);
  }, []);

  const judge = async (text: string | null) => {
    setRead(null);
    if (text === null) return setProblem({ id: 'file.unreadable' });
    if (text.trim() === '') return setProblem({ id: 'verify.missing' });
    const judgement = await judgeText(text, signingKeys).catch(() => null);
    if (judgement === null) return setProblem({ id: 'verify.failed' });
    setProblem(judgement.kind === 'refused' ? { id: `verify.${judgement.fault}`, field: judgement.field.slice(0, 64) } : null);
    if (judgement.kind === 'read') setRead(judgement);
  };
  return (
    <div className={classNames('page-width', styles['page'])}>
      <div className={styles['narrow']}>
        <PageHeading title={<FormattedMessage id="verify.title" />} lead={<FormattedMessage id="verify.pageLead" />} />
        {signingKeys.length === 0 && (
          <Notice kind="warning">
            <FormattedMessage id="verify.noKeys" />
          </Notice>
        )}
        <Card className={styles['card']} aria-label={formatMessage({ id: 'verify.file' })}>
          <FileField
            label={<FormattedMessage id="verify.choose" />}
            dropHint={<FormattedMessage id="verify.drop" />}
            accept=".json,application/json"
            onText={(text) => void judge(text)}
          />
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              void judge(typed);
            }}
          >
            <Field
              label={formatMessage({ id: 'verify.paste' })}
              hint={formatMessage({ id: 'verify.pasteHint' })}
              error={problem && formatMessage({ id: problem.id }, { field: problem.field })}
            >
              {(control) => (
                <TextArea
                  {...control}
                  value={typed}
                  onChange={(text) => {
                    setTyped(text);
                    setProblem(null);
                  }}
                />
              )}
            </Field>
            <Button type="submit" variant="primary" wide>
              <FormattedMessage id="verify.button" />
            </Button>
          </form>
        </Card>
        <div role="status">{read && <Result read={read} />}</div>
        {signingKeys.length > 0 && (
          <Disclosure summary={<FormattedMessage id="verify.keys" values={{ count: signingKeys.length }} />}>
            <pre className={styles['letter']}>{signingKeys.join('\n')}</pre>
          </Disclosure>
        )}
      </div>
    </div>
  );
});

const NOTICES = {
  valid: { kind: 'success', title: 'verify.valid', text: 'verify.validText' },
  invalid: { kind: 'danger', title: 'verify.invalid', text: 'verify.invalidText' },
  unknownKey: { kind: 'danger', title: 'verify.unknownKey', text: 'verify.unknownKeyText' },
} as const satisfies Record<Read['verdict'], { kind: 'success' | 'danger'; title: MessageId; text: MessageId }>;

function Result({ read: { signed, verdict } }: { read: Read }) {
  const { kind, title, text } = NOTICES[verdict];
  const isReceipt = signed.document['kind'] === 'receipt';
  const heading = verdict === 'valid' ? (isReceipt ? 'verify.receipt' : 'verify.guarantee') : 'verify.claims';
  return (
    <Card className={styles['card']} title={<FormattedMessage id={heading} />}>
      <Notice kind={kind} title={<FormattedMessage id={title} />}>
        <FormattedMessage
          id={text}
          values={{
            key: (
              <span className="mono" translate="no">
                {signed.keyId.slice(0, 64)}
              </span>
            ),
          }}
        />
      </Notice>
      <SignedDocumentView document={signed.document} />
    </Card>
  );
}
