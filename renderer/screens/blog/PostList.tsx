import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../components/buttons/Link.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { BlogPage } from '../../stores/content/BlogStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { SideFrame, type SideGroup } from '../content/SideFrame.tsx';
import { blogPath } from '../../../contract/paths/blogAddress.ts';
import { PostMeta } from './PostMeta.tsx';
import styles from './blog.module.css';

/** A page of the posts of a topic, or of all. */
export const PostList = observer(({ page }: { page: BlogPage }) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const { items, categories, category, number, pages } = page;
  const topics: SideGroup = {
    title: formatMessage({ id: 'blog.navigation' }),
    links: [
      { href: locale.path('/blog'), label: formatMessage({ id: 'blog.all' }), isCurrent: category === null },
      ...categories.map(({ slug, title }) => ({
        href: locale.path(blogPath(slug, 1)),
        label: title,
        isCurrent: slug === category?.slug,
      })),
    ],
  };
  return (
    <SideFrame label={topics.title} current={category?.title ?? formatMessage({ id: 'blog.all' })} groups={[topics]}>
      <PageHeading
        title={category?.title ?? formatMessage({ id: 'blog.title' })}
        lead={category === null && <FormattedMessage id="blog.lead" />}
        aside={
          <LinkButton href={locale.path('/blog/rss.xml')} size="small" external>
            <FormattedMessage id="blog.feed" />
          </LinkButton>
        }
      />
      {items.length === 0 && (
        <p>
          <FormattedMessage id="blog.empty" />
        </p>
      )}
      <ul className={styles['posts']}>
        {items.map((post) => (
          <li key={post.slug}>
            <PostMeta post={post} />
            <h2>
              <Link href={locale.path(`/blog/${post.slug}`)}>{post.title}</Link>
            </h2>
            <p>{post.lead}</p>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className={styles['pages']} aria-label={formatMessage({ id: 'blog.pages' })}>
          {number > 1 && (
            <LinkButton href={locale.path(blogPath(category?.slug ?? null, number - 1))} rel="prev">
              <FormattedMessage id="blog.newer" />
            </LinkButton>
          )}
          <span>
            <FormattedMessage id="blog.page" values={{ page: number, pages }} />
          </span>
          {number < pages && (
            <LinkButton href={locale.path(blogPath(category?.slug ?? null, number + 1))} rel="next">
              <FormattedMessage id="blog.older" />
            </LinkButton>
          )}
        </nav>
      )}
    </SideFrame>
  );
});
