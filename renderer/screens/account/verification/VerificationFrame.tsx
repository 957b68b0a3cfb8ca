import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CARD_PURCHASES_FEATURE, IDENTITY_REQUIRED_FEATURE } from '../../../../contract/features.ts';
import { brand } from '../../../brand.ts';
import { Link } from '../../../components/buttons/Link.tsx';
import { classNames } from '../../../components/classNames.ts';
import { CheckIcon, DangerIcon } from '../../../components/icons/icons.tsx';
import { ArrowLeftIcon } from '../../../components/icons/pageIcons.tsx';
import { PageHeading } from '../../../components/layout/PageHeading.tsx';
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden.tsx';
import { identityGroup, WIZARD_STEPS, type IdentityView } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useKeptFocus } from '../../../useKeptFocus.ts';
import { LocalDate } from '../LocalDate.tsx';
import { frameClass } from './lateStyles.ts';

/** The steps as the customer sees them: the last one is the check. */
const STEPS = [...WIZARD_STEPS, 'CHECK'] as const;
type State = 'done' | 'now' | 'todo' | 'failed';

/** Returns which step a view belongs to. */
function indexOf(view: IdentityView | null): number {
  const index = WIZARD_STEPS.findIndex((step) => step === view);
  return index === -1 && view !== null && view !== 'UNREADABLE' ? STEPS.length - 1 : index;
}

function stateOf(index: number, view: IdentityView | null): State {
  const now = indexOf(view);
  if (index !== now) return index < now ? 'done' : 'todo';
  if (view === 'PASSED') return 'done';
  return view === 'REJECTED' ? 'failed' : 'now';
}

/** The frame of the verification: its steps, the question, and why it is asked. */
export function VerificationFrame({ view, children }: { view: IdentityView | null; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useFocusOnChange(content, view);
  useKeptFocus(content);
  return (
    <div className={classNames('page-width', frameClass('page'))}>
      <div>
        <AccountLink />
        <PageHeading
          title={<FormattedMessage id="identity.title" />}
          lead={<FormattedMessage id="identity.lead" values={{ brand: brand.name }} />}
        />
      </div>
      <div className={frameClass('grid')}>
        <Steps view={view} />
        <div ref={content} className={frameClass('content')}>
          {children}
        </div>
        <Reasons />
      </div>
    </div>
  );
}

/** Leads keyboard and screen reader to the next question: the button that was pressed is gone. */
function useFocusOnChange(content: React.RefObject<HTMLElement | null>, view: IdentityView | null): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    const isFirst = shown.current === null;
    shown.current = view;
    const heading = content.current?.querySelector('h2');
    if (isFirst || !heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView?.({ block: 'nearest' });
  }, [content, view]);
}

const AccountLink = observer(() => {
  const { locale } = useStores();
  return (
    <Link className={frameClass('crumb')} href={locale.path('/profile/info')}>
      <ArrowLeftIcon size="small" />
      <FormattedMessage id="identity.account" />
    </Link>
  );
});

function Steps({ view }: { view: IdentityView | null }) {
  const { formatMessage } = useIntl();
  const index = Math.max(0, indexOf(view));
  const now = STEPS[index] ?? 'CHECK';
  return (
    <div>
      <ol className={frameClass('steps')} aria-label={formatMessage({ id: 'identity.steps' })}>
        {STEPS.map((step, place) => (
          <Step key={step} step={step} number={place + 1} state={stateOf(place, view)} isCurrent={place === indexOf(view)} />
        ))}
      </ol>
      <div className={frameClass('bar')} aria-hidden="true">
        <b>
          <FormattedMessage id={`identity.step.${now}`} />
        </b>
        <span className="hint numeric">
          <FormattedMessage id="identity.stepOf" values={{ step: index + 1, count: STEPS.length }} />
        </span>
        <div className={frameClass('parts')}>
          {STEPS.map((step, place) => (
            <i key={step} className={frameClass(stateOf(place, view))} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface StepProps {
  step: (typeof STEPS)[number];
  number: number;
  state: State;
  isCurrent: boolean;
}

function Step({ step, number, state, isCurrent }: StepProps) {
  return (
    <li className={frameClass(state)} aria-current={isCurrent ? 'step' : undefined}>
      <span className={classNames(frameClass('disc'), 'numeric')} aria-hidden="true">
        {state === 'done' && <CheckIcon size="small" />}
        {state === 'failed' && <DangerIcon size="small" />}
        {(state === 'now' || state === 'todo') && number}
      </span>
      <FormattedMessage id={`identity.step.${step}`} />
      {state === 'done' && (
        <VisuallyHidden>
          <FormattedMessage id="identity.stepDone" />
        </VisuallyHidden>
      )}
      {state === 'failed' && (
        <VisuallyHidden>
          <FormattedMessage id="identity.stepFailed" />
        </VisuallyHidden>
      )}
    </li>
  );
}

const Reasons = observer(() => {
  const { health, identity } = useStores(identityGroup);
  const expiresAt = identity.draft?.expiresAt;
  return (
    <aside className={frameClass('reasons')}>
      <div>
        <h3>
          <FormattedMessage id="identity.why" />
        </h3>
        <FormattedMessage
          id={health.hasFeature(IDENTITY_REQUIRED_FEATURE) ? 'identity.whyText' : 'identity.whyNothing'}
          values={{ brand: brand.name }}
        />
        {health.hasFeature(CARD_PURCHASES_FEATURE) && (
          <p>
            <FormattedMessage id="identity.notForCards" />
          </p>
        )}
      </div>
      <div>
        <h3>
          <FormattedMessage id="identity.who" />
        </h3>
        <FormattedMessage id="identity.whoText" values={{ brand: brand.name }} />
      </div>
      <div>
        <h3>
          <FormattedMessage id="identity.kept" />
        </h3>
        <FormattedMessage id="identity.keptText" />
        {expiresAt !== undefined && (
          <p>
            <FormattedMessage id="identity.keptDraft" values={{ date: <LocalDate at={expiresAt} /> }} />
          </p>
        )}
      </div>
    </aside>
  );
});
