import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Post } from '../../../contract/api/content.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { useStores } from '../../StoresContext.tsx';
import { Neighbours } from '../content/Neighbours.tsx';
import { ReadingText } from '../content/ReadingText.tsx';
import content from '../content/content.module.css';
import { PostMeta } from './PostMeta.tsx';

/** A post with its table of contents and its neighbours. */
export const PostText = observer(({ post }: { post: Post }) => {
  const { locale } = useStores();
  const linkTo = (neighbour: Post['newer']) =>
    neighbour && { href: locale.path(`/blog/${neighbour.slug}`), title: neighbour.title };
  return (
    <article className={`page-width ${content['page']}`}>
      <p>
        <Link href={locale.path('/blog')}>
          ← <FormattedMessage id="blog.back" />
        </Link>
      </p>
      <PageHeading title={post.title} lead={post.lead} />
      <PostMeta post={post} withAuthor />
      <ReadingText html={post.html} headings={post.headings} />
      <Neighbours
        before={linkTo(post.newer)}
        after={linkTo(post.older)}
        beforeLabel={<FormattedMessage id="blog.newer" />}
        afterLabel={<FormattedMessage id="blog.older" />}
      />
    </article>
  );
});
