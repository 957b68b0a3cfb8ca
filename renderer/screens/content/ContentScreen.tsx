import { observer } from 'mobx-react-lite';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { ApiError } from '../../../contract/errors.ts';
import { CONTENT_PAGES } from '../../../contract/paths/contentPages.ts';
import { pageAt } from '../../../contract/pages.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { contentGroup } from '../../stores/content/ContentStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { ContentText } from './ContentText.tsx';
import styles from './content.module.css';

export async function load(stores: AppStores, { request }: LoaderFunctionArgs): Promise<null> {
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const name = CONTENT_PAGES.find((page) => page === pageAt(path));
  if (!name) throw new ApiError('ERR_NOT_FOUND', 'No content page has this path.');
  await contentGroup(stores).content.load(name, locale);
  return null;
}

/** `/terms`, `/affiliate` and others (D16): a text of the host, which the host has sanitised. */
export const Screen = observer(() => {
  const { content } = useStores(contentGroup).content;
  if (!content) return null;
  return (
    <article className={`page-width ${styles['page']}`}>
      <PageHeading title={content.title} lead={content.lead} />
      <ContentText html={content.html} />
    </article>
  );
});
