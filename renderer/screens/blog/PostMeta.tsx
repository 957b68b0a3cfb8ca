import { observer } from 'mobx-react-lite';
import { FormattedDate, FormattedMessage } from 'react-intl';
import type { PostSummary } from '../../../contract/api/content.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { useStores } from '../../StoresContext.tsx';
import { blogPath } from '../../../contract/paths/blogAddress.ts';
import styles from './blog.module.css';

/** Topic, date and length of a post; of a whole post also its author. */
export const PostMeta = observer(({ post, withAuthor = false }: { post: PostSummary; withAuthor?: boolean }) => {
  const { locale } = useStores();
  const { category, date, minutes, author } = post;
  return (
    <p className={styles['meta']}>
      <Link href={locale.path(blogPath(category.slug, 1))}>{category.title}</Link>
      <time dateTime={date}>
        <FormattedDate value={`${date}T00:00:00Z`} timeZone="UTC" day="numeric" month="long" year="numeric" />
      </time>
      {withAuthor && <span>{author}</span>}
      <span>
        <FormattedMessage id="blog.minutes" values={{ minutes }} />
      </span>
    </p>
  );
});
