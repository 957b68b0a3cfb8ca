import { ClockIcon } from '../../renderer/components/icons/pageIcons.tsx';
import { useState } from 'react';
import { AreaChart } from '../../renderer/components/data/AreaChart.tsx';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Card } from '../../renderer/components/layout/Card.tsx';
import { Countdown } from '../../renderer/components/feedback/Countdown.tsx';
import { DataTable } from '../../renderer/components/data/DataTable.tsx';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';
import { ErrorState } from '../../renderer/components/feedback/ErrorState.tsx';
import { Figure } from '../../renderer/components/data/Figure.tsx';
import { Freshness } from '../../renderer/components/feedback/Freshness.tsx';
import { LoadingBar } from '../../renderer/components/feedback/LoadingBar.tsx';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { PageHeading } from '../../renderer/components/layout/PageHeading.tsx';
import { Skeleton } from '../../renderer/components/feedback/Skeleton.tsx';
import { Toasts, type Toast } from '../../renderer/components/feedback/Toasts.tsx';
import styles from './gallery.module.css';
import { nothing, pick, type SampleProps } from './texts.ts';

export function StateSamples({ language }: SampleProps) {
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  const [toasts, setToasts] = useState<readonly Toast[]>([
    { id: 1, kind: 'success', message: say('The order pass is saved.', 'Ключ заявки сохранён.') },
    {
      id: 2,
      kind: 'error',
      message: say('Our service does not answer. Nothing was sent.', 'Сервис не отвечает. Ничего не отправлено.'),
    },
    { id: 3, kind: 'info', message: say('A new version is ready.', 'Готова новая версия.') },
  ]);
  return (
    <div className={styles['stack']}>
      <LoadingBar active lastsMs={2_000} label={say('Loading the page', 'Страница загружается')} />
      <PageHeading title={say('States', 'Состояния')} />
      {(['information', 'success', 'warning', 'danger'] as const).map((kind) => (
        <Notice
          key={kind}
          kind={kind}
          title={kind === 'warning' ? say('Your decision is needed', 'Нужно ваше решение') : undefined}
          actions={kind === 'danger' ? <Button size="small">{say('Try again', 'Повторить')}</Button> : undefined}
        >
          {say('You can close this page. Your order continues.', 'Эту страницу можно закрыть: мы продолжим без неё.')}
        </Notice>
      ))}
      <div className={styles['two']}>
        <Card aria-label={say('Loading', 'Загрузка')} aria-busy="true">
          <Skeleton shape="title" width="half" />
          <Skeleton shape="amount" />
          <Skeleton width="full" />
          <Skeleton shape="small" />
          <Skeleton shape="hint" width="short" />
          <Skeleton shape="disc" />
        </Card>
        <Card aria-label={say('Stale', 'Устарело')}>
          <Figure
            label={say('1 BTC in USDT', '1 BTC в USDT')}
            value="70,412.55"
            unit="USDT"
            stale
            change={{ text: '−2.11 %', tone: 'bad' }}
          />
          <Freshness state="stale">{say('40 s ago', '40 с назад')}</Freshness>{' '}
          <Freshness state="lost">{say('reconnecting', 'переподключаемся')}</Freshness>
          <Countdown remainingMs={48_000} label={say('Valid for', 'Действует ещё')} announce={String} />
          <AreaChart fractions={[]} label={say('No history yet', 'Истории ещё нет')} />
        </Card>
        <Card aria-label={say('States of an order', 'Состояния заявки')}>
          <StatusChip tone="urgent" detail={say('Answer by 09:15', 'Ответьте до 09:15')}>
            {say('Your decision is needed', 'Нужно ваше решение')}
          </StatusChip>
          <StatusChip tone="active">{say('Confirming', 'Подтверждается')}</StatusChip>
          <StatusChip tone="done">{say('Completed', 'Завершена')}</StatusChip>
          <StatusChip tone="ended" detail={say('No deposit arrived', 'Платёж не поступил')}>
            {say('Expired', 'Срок истёк')}
          </StatusChip>
        </Card>
        <Card aria-label={say('Empty', 'Пусто')}>
          <EmptyState
            icon={<ClockIcon size="large" />}
            title={say('Nothing was exchanged here yet', 'Здесь ещё ничего не обменивали')}
            actions={<Button size="small">{say('Exchange something', 'Обменять')}</Button>}
          >
            {say('The first exchange will appear here.', 'Первый обмен появится здесь.')}
          </EmptyState>
        </Card>
        <Card aria-label={say('Failed', 'Ошибка')}>
          <ErrorState
            title={say('The rates did not load', 'Курсы не загрузились')}
            retry={{ label: say('Try again', 'Повторить'), onClick: nothing }}
          >
            {say('Your order is not touched by this.', 'На вашу заявку это не влияет.')}
          </ErrorState>
        </Card>
      </div>
      <Card aria-label={say('Table', 'Таблица')}>
        <DataTable
          caption={say('An empty table', 'Пустая таблица')}
          rows={[]}
          rowKey={String}
          columns={[
            { id: 'from', heading: say('From', 'Отдали'), cell: String },
            { id: 'to', heading: say('To', 'Получили'), cell: String },
          ]}
          empty={say('Nothing yet', 'Пока ничего')}
        />
      </Card>
      <Toasts
        label={say('Messages', 'Сообщения')}
        closeLabel={say('Close', 'Закрыть')}
        toasts={toasts}
        onClose={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
        onHold={nothing}
      />
    </div>
  );
}
