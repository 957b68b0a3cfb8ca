import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ContentHeading } from '../../../contract/api/content.ts';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import { ContentText } from './ContentText.tsx';
import styles from './reading.module.css';
import { useCodeButtons } from './useCodeButtons.ts';

/** A longer text of the host with its table of contents, and a button to copy at each piece of code. */
export function ReadingText({ html, headings }: { html: string; headings: readonly ContentHeading[] }) {
  return (
    <>
      {headings.length > 1 && (
        <Disclosure open summary={<FormattedMessage id="content.onThisPage" />} className={styles['contents']}>
          <ul>
            {headings.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <CodeText key={html} html={html} />
    </>
  );
}

function CodeText({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  useCodeButtons(text);
  return (
    <div ref={text}>
      <ContentText html={html} />
    </div>
  );
}
