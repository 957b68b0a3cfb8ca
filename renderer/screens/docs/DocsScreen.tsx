import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import { docsGroup } from '../../stores/content/DocsStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { Neighbours } from '../content/Neighbours.tsx';
import { ReadingText } from '../content/ReadingText.tsx';
import { SideFrame } from '../content/SideFrame.tsx';
import { DocSearch } from './DocSearch.tsx';
import { DocsList } from './DocsList.tsx';

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
  if (!doc) return <DocsList sections={sections} />;
  const all = { href: locale.path('/docs'), label: formatMessage({ id: 'docs.menu' }), isCurrent: false };
  const groups = sections.map(({ section, docs: own }) => ({
    title: formatMessage({ id: `docs.section.${section}` }),
    links: own.map(({ slug, title }) => ({ href: locale.path(`/docs/${slug}`), label: title, isCurrent: slug === doc.slug })),
  }));
  const linkTo = (neighbour: { slug: string; title: string } | null) =>
    neighbour && { href: locale.path(`/docs/${neighbour.slug}`), title: neighbour.title };
  return (
    <SideFrame
      label={formatMessage({ id: 'docs.navigation' })}
      current={doc.title}
      groups={[{ title: formatMessage({ id: 'docs.title' }), links: [all] }, ...groups]}
    >
      <DocSearch />
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
    </SideFrame>
  );
});
