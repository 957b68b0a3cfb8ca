import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import { docsGroup } from '../../stores/content/DocsStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { Neighbours } from '../content/Neighbours.tsx';
import { ReadingText } from '../content/ReadingText.tsx';
import { SideFrame } from '../content/SideFrame.tsx';
import { DocSearch } from './DocSearch.tsx';
import styles from './docs.module.css';

export async function load(stores: AppStores, { request }: LoaderFunctionArgs): Promise<null> {
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const slug = path.replace(/^\/docs\/?/, '');
  await docsGroup(stores).docs.load(slug === '' ? null : slug, locale);
  return null;
}

/** `/docs` lists all docs; `/docs/{slug}` is one of them. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { docs, locale } = useStores(docsGroup);
  if (!docs.loaded) return null;
  const { sections, doc } = docs.loaded;
  const groups = sections.map(({ section, docs: own }) => ({
    title: formatMessage({ id: `docs.section.${section}` }),
    links: own.map(({ slug, title }) => ({ href: locale.path(`/docs/${slug}`), label: title, isCurrent: slug === doc?.slug })),
  }));
  const linkTo = (neighbour: { slug: string; title: string } | null) =>
    neighbour && { href: locale.path(`/docs/${neighbour.slug}`), title: neighbour.title };
  return (
    <SideFrame
      label={formatMessage({ id: 'docs.navigation' })}
      current={doc?.title ?? formatMessage({ id: 'docs.menu' })}
      groups={groups}
    >
      <DocSearch />
      {doc ? (
        <article>
          <PageHeading title={doc.title} lead={doc.lead} />
          <ReadingText html={doc.html} headings={doc.headings} />
          <Neighbours
            before={linkTo(doc.previous)}
            after={linkTo(doc.next)}
            beforeLabel={<FormattedMessage id="docs.previous" />}
            afterLabel={<FormattedMessage id="docs.next" />}
          />
        </article>
      ) : (
        <>
          <PageHeading title={<FormattedMessage id="docs.title" />} lead={<FormattedMessage id="docs.lead" />} />
          {sections.map(({ section, docs: own }) => (
            <section key={section} className={styles['section']}>
              <h2>
                <FormattedMessage id={`docs.section.${section}`} />
              </h2>
              <ul>
                {own.map(({ slug, title, lead }) => (
                  <li key={slug}>
                    <Link href={locale.path(`/docs/${slug}`)}>{title}</Link>
                    <p>{lead}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </SideFrame>
  );
});
