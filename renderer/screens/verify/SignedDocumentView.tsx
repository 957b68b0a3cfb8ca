import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SignedDocument } from '../../../contract/guarantee.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { useStores } from '../../StoresContext.tsx';
import { documentItems, refundSentence } from './documentItems.tsx';
import styles from './verify.module.css';

/** What a signed document says: in plain lines, and to the letter. */
export const SignedDocumentView = observer(({ document }: { document: SignedDocument['document'] }) => {
  const intl = useIntl();
  const { locale } = useStores();
  const refund = refundSentence(document, intl);
  return (
    <>
      <DefinitionList items={documentItems(document, { intl, locale: locale.code })} />
      {refund && <p>{refund}</p>}
      <Disclosure summary={<FormattedMessage id="guarantee.everything" />}>
        <pre className={styles['letter']}>{JSON.stringify(document, null, 2)}</pre>
      </Disclosure>
    </>
  );
});
