import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { PAGES } from '../../../contract/pages.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useBusy } from '../../useBusy.ts';
import { useFiatTexts } from './useFiatTexts.ts';

/** What a purchase waits for before it can be created, and what the customer can do. */
export const VerificationNotice = observer(() => {
  const { verification, purchase, cardTerms, locale } = useStores(cardTermsGroup, fiatGroup);
  const { provider } = useFiatTexts();
  const { state } = verification;
  if (cardTerms.hasFailed && !cardTerms.terms) {
    return (
      <Notice kind="danger" role="alert" actions={<Retry onClick={() => void cardTerms.load()} />}>
        <FormattedMessage id="fiat.terms.failed" />
      </Notice>
    );
  }
  if (purchase.problem === 'email' && purchase.need === 'email') {
    const actions = (
      <LinkButton size="small" href={locale.path(PAGES['profile-info'].path)}>
        <FormattedMessage id="fiat.email.add" />
      </LinkButton>
    );
    return (
      <Notice kind="warning" role="status" actions={actions}>
        <FormattedMessage id="fiat.email.none" />
      </Notice>
    );
  }
  switch (state) {
    case 'idle':
    case 'needed':
      return null;
    case 'email':
      return <UnconfirmedEmail />;
    case 'joining':
    case 'checking':
      return (
        <Notice kind="information" role="status">
          <FormattedMessage id="fiat.verify.checking" values={{ provider }} />
        </Notice>
      );
    case 'reviewing': {
      const actions = (
        <Button size="small" onClick={() => void verification.run()}>
          <FormattedMessage id="fiat.verify.openAgain" values={{ provider }} />
        </Button>
      );
      return (
        <Notice kind="information" role="status" actions={actions}>
          <FormattedMessage id="fiat.verify.reviewing" values={{ provider }} />
        </Notice>
      );
    }
    case 'rejected':
      return <Rejected />;
    case 'failed':
      return (
        <Notice kind="danger" role="alert" actions={<Retry onClick={() => void verification.run()} />}>
          <FormattedMessage id="error_kyc_flow" values={{ provider }} />
        </Notice>
      );
    case 'passed':
    case 'emailConfirmed':
      return (
        <Notice kind="success" role="status">
          <FormattedMessage id={state === 'passed' ? 'fiat.verify.passed' : 'fiat.email.confirmed'} values={{ provider }} />
        </Notice>
      );
  }
});

function Retry({ onClick }: { onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      <FormattedMessage id="order.retry" />
    </Button>
  );
}

/** The provider's verdict can't be repeated here: what can still be bought, and who answers for the verdict. */
const Rejected = observer(() => {
  const { cardTerms, exchange, purchase } = useStores(exchangeGroup, cardTermsGroup, fiatGroup);
  const { provider, round } = useFiatTexts();
  const { mostUnverified, need } = purchase;
  const email = cardTerms.terms?.supportEmail ?? null;
  const currency = cardTerms.currencyOf(exchange.send)?.currencyTitle ?? '';
  return (
    <Notice kind="danger" role="alert" title={<FormattedMessage id="error_kyc_flow" values={{ provider }} />}>
      <p>
        <FormattedMessage id="fiat.verify.rejected" values={{ provider }} />{' '}
        {email !== null && (
          <FormattedMessage id="fiat.support.email" values={{ email: <a href={`mailto:${email}`}>{email}</a> }} />
        )}
      </p>
      {need === 'smallerAmount' && mostUnverified !== null && (
        <p>
          <FormattedMessage id="fiat.verify.smallerAmount" values={{ amount: round(mostUnverified, currency) }} />
        </p>
      )}
    </Notice>
  );
});

const UnconfirmedEmail = observer(() => {
  const { session, verification } = useStores(fiatGroup);
  const [isBusy, run] = useBusy();
  const actions = (
    <>
      <Button size="small" busy={isBusy} onClick={() => run(verification.sendEmailAgain)}>
        <FormattedMessage id="fiat.email.again" />
      </Button>
      <Button size="small" variant="text" onClick={verification.stop}>
        <FormattedMessage id="fiat.verify.stop" />
      </Button>
    </>
  );
  return (
    <Notice kind="warning" role="status" title={<FormattedMessage id="fiat.email.title" />} actions={actions}>
      <FormattedMessage id="fiat.email.lead" values={{ email: session.account?.email }} />
    </Notice>
  );
});
