import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ApiKey, GenerateApiKeyOutput } from '../../../../contract/api/apiKeys.ts';
import { brand } from '../../../brand.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { CopyRow } from '../../../components/data/CopyRow.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { TrashIcon } from '../../../components/icons/accountIcons.tsx';
import { DownloadIcon } from '../../../components/icons/pageIcons.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Switch } from '../../../components/fields/Switch.tsx';
import { apiKeysGroup } from '../../../stores/account/ApiKeysStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useShellQuestion } from '../../../useShellQuestion.ts';
import { KeyForm } from './KeyForm.tsx';
import styles from './keys.module.css';

/** The open dialog of the page. */
export const KeyDialogs = observer(() => {
  const { dialog } = useStores(apiKeysGroup).apiKeys;
  if (!dialog) return null;
  if (dialog.kind === 'create') return <CreateDialog />;
  if (dialog.kind === 'secret') return <SecretDialog created={dialog.created} />;
  return dialog.kind === 'change' ? <ChangeDialog apiKey={dialog.key} /> : <RemoveDialog apiKey={dialog.key} />;
});

const CreateDialog = observer(() => {
  const { formatMessage } = useIntl();
  const { apiKeys } = useStores(apiKeysGroup);
  return (
    <Dialog
      title={formatMessage({ id: 'keys.newTitle' })}
      closeLabel={formatMessage({ id: 'keys.close' })}
      onClose={apiKeys.close}
    >
      <KeyForm submitLabel={formatMessage({ id: 'keys.create' })} isBusy={apiKeys.busyWith === 'new'} onSubmit={apiKeys.create} />
    </Dialog>
  );
});

const ChangeDialog = observer(({ apiKey }: { apiKey: ApiKey }) => {
  const { formatMessage } = useIntl();
  const { apiKeys } = useStores(apiKeysGroup);
  const works = formatMessage({ id: 'keys.works' });
  return (
    <Dialog
      title={formatMessage({ id: 'keys.changeTitle' }, { name: apiKey.name })}
      closeLabel={formatMessage({ id: 'keys.close' })}
      onClose={apiKeys.close}
    >
      <KeyForm
        submitLabel={formatMessage({ id: 'keys.save' })}
        isBusy={apiKeys.busyWith === apiKey.apiId}
        onSubmit={() => apiKeys.save(apiKey)}
      >
        <div className={styles['switchRow']}>
          <div>
            <b>{works}</b>
            <span className="hint" id="works-hint">
              <FormattedMessage id="keys.worksHint" />
            </span>
          </div>
          <Switch
            label={works}
            aria-describedby="works-hint"
            checked={apiKeys.fields.isActive}
            onChange={(isActive) => apiKeys.set({ isActive })}
          />
        </div>
      </KeyForm>
      <div className={styles['below']}>
        <Button variant="danger" wide icon={<TrashIcon />} onClick={() => apiKeys.openRemove(apiKey)}>
          <FormattedMessage id="keys.delete" />
        </Button>
      </div>
    </Dialog>
  );
});

/** The secret of a new key. It closes only once the customer has stored the secret, because nobody can show it again. */
const SecretDialog = observer(({ created: { apiKey, secret } }: { created: GenerateApiKeyOutput }) => {
  const { formatMessage } = useIntl();
  const { apiKeys, platform } = useStores(apiKeysGroup);
  const texts = {
    copy: formatMessage({ id: 'keys.copy' }),
    copied: formatMessage({ id: 'keys.copied' }),
    failed: formatMessage({ id: 'keys.copyFailed' }),
  };
  const box = useRef<HTMLInputElement>(null);
  const save = () => {
    const about = formatMessage({ id: 'keys.fileAbout' }, { brand: brand.name });
    const text = `${JSON.stringify({ about, name: apiKey.name, apiId: apiKey.apiId, secret }, null, 2)}\n`;
    platform.saveFile?.({ name: `${apiKey.apiId}.json`, text, mediaType: 'application/json' });
  };
  return (
    <Dialog
      title={formatMessage({ id: 'keys.secretTitle' })}
      closeLabel={formatMessage({ id: 'keys.close' })}
      onClose={apiKeys.close}
      dismissible={apiKeys.isStored}
    >
      <div className={styles['form']}>
        <Notice kind="warning">
          <FormattedMessage id="keys.secretLead" />
        </Notice>
        <CopyRow
          label={formatMessage({ id: 'keys.key' })}
          kind="address"
          value={apiKey.apiId}
          display={apiKey.apiId}
          onCopy={platform.copy}
          text={{ ...texts, copyLabel: formatMessage({ id: 'keys.copyKey' }) }}
        />
        <CopyRow
          label={formatMessage({ id: 'keys.secret' })}
          kind="address"
          value={secret}
          display={secret}
          onCopy={platform.copy}
          text={{ ...texts, copyLabel: formatMessage({ id: 'keys.copySecret' }) }}
        />
        {platform.saveFile && (
          <Button wide icon={<DownloadIcon />} onClick={save}>
            <FormattedMessage id="keys.saveFile" />
          </Button>
        )}
        <Checkbox ref={box} checked={apiKeys.isStored} onChange={apiKeys.setStored}>
          <FormattedMessage id="keys.stored" />
        </Checkbox>
        <Button
          variant="primary"
          wide
          missing={!apiKeys.isStored}
          onUnavailableClick={() => box.current?.focus()}
          unavailableReason={apiKeys.isStored ? null : formatMessage({ id: 'keys.storeFirst' })}
          onClick={apiKeys.close}
        >
          <FormattedMessage id={apiKeys.isStored ? 'keys.done' : 'keys.storeFirst'} />
        </Button>
      </div>
    </Dialog>
  );
});

const RemoveDialog = observer(({ apiKey }: { apiKey: ApiKey }) => {
  const { formatMessage } = useIntl();
  const { apiKeys } = useStores(apiKeysGroup);
  const title = formatMessage({ id: 'keys.removeTitle' }, { name: apiKey.name });
  const texts = ['keys.removeLead', ...(apiKey.ordersCount > 0 ? ['keys.removeOrders' as const] : [])] as const;
  const isAskedByShell = useShellQuestion(
    {
      title,
      text: texts.map((id) => formatMessage({ id })).join('\n\n'),
      action: formatMessage({ id: 'keys.removeNow' }),
      cancel: formatMessage({ id: 'keys.keep' }),
      isDestructive: true,
    },
    { onConfirm: () => apiKeys.remove(apiKey), onClose: apiKeys.close },
  );
  if (isAskedByShell) return null;
  return (
    <Dialog title={title} closeLabel={formatMessage({ id: 'keys.close' })} onClose={apiKeys.close}>
      <div className={styles['form']}>
        {texts.map((id) => (
          <p key={id}>
            <FormattedMessage id={id} />
          </p>
        ))}
        <div className={styles['answers']}>
          <Button onClick={apiKeys.close}>
            <FormattedMessage id="keys.keep" />
          </Button>
          <Button
            variant="danger"
            icon={<TrashIcon />}
            busy={apiKeys.busyWith === apiKey.apiId}
            onClick={() => void apiKeys.remove(apiKey)}
          >
            <FormattedMessage id="keys.removeNow" />
          </Button>
        </div>
      </div>
    </Dialog>
  );
});
