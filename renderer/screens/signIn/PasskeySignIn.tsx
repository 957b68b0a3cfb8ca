import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { SECOND_FACTOR_FEATURE } from '../../../contract/features.ts';
import type { SignInStore } from '../../stores/account/SignInStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import styles from './signIn.module.css';

/** A sign-in with a passkey alone: by a button, and in the list that the browser shows at the e-mail field. */
export const PasskeySignIn = observer(({ store }: { store: SignInStore }) => {
  const { platform, health } = useStores();
  const passkeys = health.hasFeature(SECOND_FACTOR_FEATURE) ? platform.passkeys : undefined;

  useEffect(() => {
    if (!passkeys) return undefined;
    let isOpen = true;
    const wait = async (): Promise<void> => {
      if (!(await passkeys.hasAutofill()) || (await store.startPasskey()) !== null || !isOpen) return;
      const result = await passkeys.use(store.challenge?.passkeyOptions ?? null, 'autofill');
      if (result.kind === 'done' && isOpen) await store.verify({ passkey: result.response });
    };
    void wait();
    return () => {
      isOpen = false;
    };
  }, [passkeys, store]);

  if (!passkeys) return null;
  const getOptions = async (): Promise<unknown> => {
    await store.startPasskey();
    return store.challenge?.passkeyOptions ?? null;
  };
  return (
    <>
      <span className={styles['or']}>
        <FormattedMessage id="signIn.or" />
      </span>
      <PasskeyButton isAlternative getOptions={getOptions} onSend={store.verify} />
    </>
  );
});
