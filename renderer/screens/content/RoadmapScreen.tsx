import { observer } from 'mobx-react-lite';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { contentGroup } from '../../stores/content/ContentStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { ContentText } from './ContentText.tsx';
import styles from './reading.module.css';

export async function load(stores: AppStores): Promise<null> {
  await contentGroup(stores).content.load('roadmap', stores.locale.code);
  return null;
}

/** `/roadmap`: a text of the host whose sections are columns. */
export const Screen = observer(() => {
  const { content } = useStores(contentGroup).content;
  if (!content) return null;
  return (
    <article className={`page-width ${styles['roadmap']}`}>
      <PageHeading title={content.title} lead={content.lead} />
      <ContentText html={content.html} />
    </article>
  );
});
