import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { brand } from '../../../brand.ts';
import { PageHeading } from '../../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { identityGroup, type IdentityView } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { LoadingCard } from '../LoadingCard.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { DocumentStep } from './DocumentStep.tsx';
import { PhotosStep } from './photos/PhotosStep.tsx';
import { ReadyStep } from './ReadyStep.tsx';
import { ResidenceStep } from './ResidenceStep.tsx';
import { CheckingCard } from './CheckingCard.tsx';
import { PassedCard } from './PassedCard.tsx';
import { RejectedCard } from './RejectedCard.tsx';
import { UnreadableCard } from './UnreadableCard.tsx';
import { VerificationFrame } from './VerificationFrame.tsx';

export async function load(stores: AppStores): Promise<null> {
  await identityGroup(stores).identity.load();
  return null;
}

const VIEWS: Readonly<Record<IdentityView, () => React.ReactNode>> = {
  RESIDENTIAL: ResidenceStep,
  TYPE_ID: DocumentStep,
  PERSONAL_INFO: DetailsStep,
  GET_READY: ReadyStep,
  UPLOADING_DOCS: PhotosStep,
  CHECKING: CheckingCard,
  REJECTED: RejectedCard,
  PASSED: PassedCard,
  UNREADABLE: UnreadableCard,
};

/** `/profile/verification`: one question at a time, then photos and the verdict (§2, §4). */
export const Screen = observer(() => {
  const { identity, session } = useStores(identityGroup);
  const { view } = identity;
  useEffect(() => identity.start(), [identity]);
  // Photos of documents must not stay in the memory of a page that shows something else.
  useEffect(() => () => identity.uploads.clear(), [identity]);
  const isHydrated = useHydrated();
  if (!isHydrated) return <Loading />;
  const View = view && session.isSignedIn ? VIEWS[view] : LoadingCard;
  return (
    <VerificationFrame view={view}>
      <View key={view} />
    </VerificationFrame>
  );
});

/** What the server renders: the styles of the steps come with their code. */
const Loading = () => (
  <div className="page-width">
    <PageHeading
      title={<FormattedMessage id="identity.title" />}
      lead={<FormattedMessage id="identity.lead" values={{ brand: brand.name }} />}
    />
    <LoadingCard />
  </div>
);
