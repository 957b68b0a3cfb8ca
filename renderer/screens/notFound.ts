/** The specification's fatal error for an unknown address: throw it from a loader. */
export function notFound(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(`Page Not Found: ${pathname}${search}`, { status: 404 });
}
