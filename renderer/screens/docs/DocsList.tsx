import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Docs } from '../../../contract/api/content.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { useStores } from '../../StoresContext.tsx';
import { DocSearch } from './DocSearch.tsx';
import styles from './docs.module.css';

/** Where three kinds of readers begin */
const BEGINNINGS = { exchange: 'first-exchange', build: 'api', run: 'self-hosting' } as const;
const READERS = Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[];

/** All docs by section, below the search and where to begin. */
export const DocsList = observer(({ sections }: Pick<Docs, 'sections'>) => {
  const { locale } = useStores();
  const known = new Set(sections.flatMap(({ docs }) => docs.map(({ slug }) => slug)));
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={<FormattedMessage id="docs.title" />} lead={<FormattedMessage id="docs.lead" />} />
      <DocSearch />
      <ul className={styles['beginnings']}>
        {READERS.filter((reader) => known.has(BEGINNINGS[reader])).map((reader) => (
          <li key={reader}>
            <Link href={locale.path(`/docs/${BEGINNINGS[reader]}`)} className={styles['beginning']}>
              <strong>
                <FormattedMessage id={`docs.begin.${reader}`} />
              </strong>
              <span className="hint">
                <FormattedMessage id={`docs.begin.${reader}.lead`} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['sections']}>
        {sections.map(({ section, docs }) => (
          <section key={section}>
            <h2>
              <FormattedMessage id={`docs.section.${section}`} />
            </h2>
            <ul>
              {docs.map(({ slug, title, lead }) => (
                <li key={slug}>
                  <Link href={locale.path(`/docs/${slug}`)}>{title}</Link>
                  <p className="hint">{lead}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
});
