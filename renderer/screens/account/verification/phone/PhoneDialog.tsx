import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PhoneCodeOutput } from '../../../../../contract/api/identity.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { QrCode } from '../../../../components/data/QrCode.tsx';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { formatRemaining } from '../../../../components/feedback/Countdown.tsx';
import { Notice } from '../../../../components/feedback/Notice.tsx';
import { identityGroup } from '../../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { useNow } from '../../../shell/useNow.ts';
import { PhoneNumber } from './PhoneNumber.tsx';
import { phoneClass } from '../lateStyles.ts';

const SECOND = 1_000;

/** Hands the photos over to a phone, and waits for it. */
export const PhoneDialog = observer(({ code }: { code: PhoneCodeOutput }) => {
  const { formatMessage } = useIntl();
  const { identity, platform, locale } = useStores(identityGroup);
  const remainingMs = Date.parse(code.expiresAt) - useNow(SECOND);
  const isOver = remainingMs <= 0;
  const isConnected = identity.draft?.phone?.isRedeemed === true && identity.draft.phone.number === code.number;
  const address = `${platform.addressOf(locale.path('/verification-photos'))}#${code.token}`;
  return (
    <Dialog
      title={<FormattedMessage id="identity.phone.title" />}
      closeLabel={formatMessage({ id: 'identity.close' })}
      onClose={identity.hidePhoneCode}
    >
      <div className={phoneClass('handover')}>
        {!isConnected && !isOver && (
          <div className={phoneClass('code')}>
            <QrCode value={address} title={formatMessage({ id: 'identity.phone.code' })} />
          </div>
        )}
        <div className={phoneClass('words')}>
          {!isConnected && !isOver && (
            <p className="secondary">
              <FormattedMessage id="identity.phone.scan" />
            </p>
          )}
          <div>
            <span className="hint">
              <FormattedMessage id="identity.phone.number" />
            </span>
            <PhoneNumber number={code.number} />
          </div>
          {!isConnected && !isOver && (
            <span className="hint numeric">
              <FormattedMessage id="identity.phone.valid" values={{ time: formatRemaining(remainingMs) }} />
            </span>
          )}
        </div>
      </div>
      {isOver ? (
        <Notice
          kind="warning"
          role="status"
          actions={
            <Button size="small" onClick={() => void identity.showPhoneCode()}>
              <FormattedMessage id="identity.phone.new" />
            </Button>
          }
        >
          <FormattedMessage id="identity.phone.over" />
        </Notice>
      ) : (
        <Notice
          kind={isConnected ? 'success' : 'information'}
          role="status"
          title={<FormattedMessage id={isConnected ? 'identity.phone.connected' : 'identity.phone.waiting'} />}
        >
          <FormattedMessage id={isConnected ? 'identity.phone.connectedText' : 'identity.phone.waitingText'} />
        </Notice>
      )}
    </Dialog>
  );
});
