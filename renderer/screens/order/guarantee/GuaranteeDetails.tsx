import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { SignedGuarantee } from '../../../../contract/signedDocuments/guarantee.ts';
import { Link } from '../../../components/buttons/Link.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { SignedDocumentView } from '../../verify/SignedDocumentView.tsx';
import { SaveDocument } from './GuaranteeReceipt.tsx';
import styles from './guarantee.module.css';

/** The signed guarantee, with a button that saves it as a file. */
export const GuaranteeDetails = observer(({ guarantee }: { guarantee: SignedGuarantee }) => {
  const { locale } = useStores();
  return (
    <div className={styles['details']}>
      <p>
        <FormattedMessage
          id="guarantee.lead"
          values={{
            link: (
              <Link href={locale.path('/verify')}>
                <FormattedMessage id="guarantee.verifyLink" />
              </Link>
            ),
          }}
        />
      </p>
      <p>
        <SaveDocument kind="guarantee" signed={guarantee} />
      </p>
      <SignedDocumentView document={guarantee.document} />
    </div>
  );
});
