import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../renderer/styles/index.css';
import { ControlSamples } from './ControlSamples.tsx';
import { DialogSample, SelectorSample } from './DialogSamples.tsx';
import { ExchangeSample } from './ExchangeSample.tsx';
import { OrderSample } from './OrderSample.tsx';
import { SampleShell } from './SampleShell.tsx';
import { StateSamples } from './StateSamples.tsx';
import { pick, type Language } from './texts.ts';

/*
 * Every component in every state, for looking at and for the accessibility check:
 * ?page=exchange|order|controls|states|selector|dialog & language=en|ru & theme=light|dark
 */
const PAGES = {
  exchange: ExchangeSample,
  order: OrderSample,
  controls: ControlSamples,
  states: StateSamples,
  selector: SelectorSample,
  dialog: DialogSample,
} as const;

const query = new URLSearchParams(location.search);
const language: Language = query.get('language') === 'ru' ? 'ru' : 'en';
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;
document.documentElement.lang = language;

const isPage = (name: string): name is keyof typeof PAGES => name in PAGES;
const wanted = query.get('page') ?? 'exchange';
const name = isPage(wanted) ? wanted : 'exchange';
const Page = PAGES[name];
document.title = `${pick('Components', 'Компоненты')(language)}: ${name}`;

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SampleShell language={language}>
        <Page language={language} />
      </SampleShell>
    </StrictMode>,
  );
}
