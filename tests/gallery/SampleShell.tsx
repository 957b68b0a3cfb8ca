import { useState, type ReactNode } from 'react';
import { Band } from '../../renderer/components/layout/Band.tsx';
import { Segmented } from '../../renderer/components/fields/Segmented.tsx';
import { ShellFooter } from '../../renderer/components/shell/ShellFooter.tsx';
import { ShellHeader } from '../../renderer/components/shell/ShellHeader.tsx';
import { SkipLink } from '../../renderer/components/shell/SkipLink.tsx';
import { MoonIcon, SunIcon, SystemIcon } from '../../renderer/components/icons/icons.tsx';
import { VisuallyHidden } from '../../renderer/components/layout/VisuallyHidden.tsx';
import styles from './gallery.module.css';
import { pick, type Language } from './texts.ts';

export function SampleShell({ language, children }: { language: Language; children: ReactNode }) {
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system');
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  const links = [
    { href: '?page=exchange', label: say('Exchange', 'Обмен'), current: true },
    { href: '?page=order', label: say('Order', 'Заявка') },
    { href: '?page=controls', label: say('Controls', 'Элементы управления') },
    { href: '?page=states', label: say('States', 'Состояния') },
    { href: '?page=selector', label: say('Selector', 'Выбор монеты') },
  ];
  const themeOption = (value: typeof theme, icon: ReactNode, label: string) => ({
    value,
    label: (
      <>
        {icon}
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    ),
  });
  return (
    <>
      <SkipLink target="content" label={say('Skip to the content', 'Перейти к содержанию')} />
      <Band label={say('Notice', 'Примечание')}>
        {say('Sandbox: nothing here is real money.', 'Песочница: здесь нет настоящих денег.')}{' '}
        <a href="?page=states">{say('Open the sandbox wallet', 'Открыть тестовый кошелёк')}</a>
      </Band>
      <ShellHeader
        home={{ href: '?', label: 'Causeway' }}
        brandName="Causeway"
        links={links}
        linksLabel={say('Main', 'Основная навигация')}
        menuLabel={say('Menu', 'Меню')}
        tools={
          <>
            <Segmented
              legend={say('Language', 'Язык')}
              value={language}
              options={[
                { value: 'en', label: 'EN' },
                { value: 'ru', label: 'RU' },
              ]}
              onChange={(value) => location.assign(`?language=${value}`)}
            />
            <Segmented
              legend={say('Theme', 'Оформление')}
              value={theme}
              options={[
                themeOption('system', <SystemIcon size="small" />, say('System', 'Как в системе')),
                themeOption('light', <SunIcon size="small" />, say('Light', 'Светлое')),
                themeOption('dark', <MoonIcon size="small" />, say('Dark', 'Тёмное')),
              ]}
              onChange={(value) => {
                setTheme(value);
                document.documentElement.dataset['theme'] = value === 'system' ? '' : value;
              }}
            />
          </>
        }
      />
      <main id="content" className={`page-width ${styles['main']}`}>
        {children}
      </main>
      <ShellFooter
        linksLabel={say('More pages', 'Другие страницы')}
        groups={[
          { title: say('Exchange', 'Обмен'), links },
          { title: say('Help', 'Помощь'), links: [{ href: '?page=dialog', label: say('Support', 'Поддержка') }] },
        ]}
        about={say(
          'Causeway is open source. Run it yourself, or use it here.',
          'Causeway — открытый код. Запустите его сами или пользуйтесь им здесь.',
        )}
      />
    </>
  );
}
