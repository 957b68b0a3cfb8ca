import { observer } from 'mobx-react-lite';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError } from '../../../contract/errors.ts';
import { localizePath, splitLocale } from '../../../contract/paths/locales.ts';
import { blogGroup, isInOtherLanguage } from '../../stores/content/BlogStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { readBlogAddress } from '../../../contract/paths/blogAddress.ts';
import { PostList } from './PostList.tsx';
import { PostText } from './PostText.tsx';

export async function load(stores: AppStores, { request }: LoaderFunctionArgs): Promise<Response | null> {
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const { blog } = blogGroup(stores);
  const address = readBlogAddress(path);
  if (!address) throw new ApiError('ERR_NOT_FOUND', 'The blog has no such page.');
  if (address.kind === 'moved') return redirect(localizePath(locale, address.path), 301);
  if (address.kind === 'page') {
    await blog.loadPage(address.category, address.number, locale);
    return null;
  }
  const present = await blog.loadSlug(address.slug, locale).catch((error: unknown) => {
    if (isInOtherLanguage(error)) return null;
    throw error;
  });
  // The switch of the language leads here.
  if (present === null) return redirect(localizePath(locale, '/blog'));
  return present === address.slug ? null : redirect(localizePath(locale, `/blog/${present}`), 301);
}

/** `/blog` and all below it: lists of posts, and posts. */
export const Screen = observer(() => {
  const { loaded } = useStores(blogGroup).blog;
  if (!loaded) return null;
  return loaded.post ? <PostText post={loaded.post} /> : <PostList page={loaded.page} />;
});
