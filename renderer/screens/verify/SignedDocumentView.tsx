import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SignedDocument } from '../../../contract/signedDocuments/guarantee.ts';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import { useStores } from '../../StoresContext.tsx';
import { documentItems, laterDepositSentence, refundSentences } from './documentItems.tsx';
import styles from './verify.module.css';

/** Shows a signed document as labelled lines and as raw text. */
export const SignedDocumentView = observer(({ document }: { document: SignedDocument['document'] }) => {
  const intl = useIntl();
  const { locale } = useStores();
  const reader = { intl, locale: locale.code };
  const refund = refundSentences(document, reader);
  const later = laterDepositSentence(document, reader);
  return (
    <>
      <DefinitionList items={documentItems(document, reader)} />
      {refund && <p>{refund}</p>}
      {later && <p>{later}</p>}
      <Disclosure summary={<FormattedMessage id="guarantee.everything" />}>
        <pre className={styles['letter']}>{JSON.stringify(document, null, 2)}</pre>
      </Disclosure>
    </>
  );
});
