/** The start of the specification's message for an unknown path (§2). */
const MESSAGE = 'Page Not Found: ';

/** The specification's fatal error for an unknown address: throw it from a loader. */
export function notFound(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(`${MESSAGE}${pathname}${search}`, { status: 404 });
}

/** Returns the path that an error of {@link notFound} names; null for any other text. */
export function unknownPathOf(message: string | null): string | null {
  return message?.startsWith(MESSAGE) ? message.slice(MESSAGE.length) : null;
}
