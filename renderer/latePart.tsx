import { lazy, startTransition, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A part of a page whose code loads on its own: after the page works, or because a page shows only one of several. */
export interface LatePart<Props = object> {
  /** Loads the code once. A failed call can be repeated. */
  load: () => Promise<void>;
  /** null before `load` has resolved */
  loaded: () => ComponentType<Props> | null;
  /** Returns the loaded component, or one that suspends until it is loaded. */
  component: () => ComponentType<Props>;
}

export function latePart<Props>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Suspending = lazy(async () => ({ default: await load() }));
  return {
    load: async () => {
      loaded ??= await load();
    },
    loaded: () => loaded,
    component: () => loaded ?? Suspending,
  };
}

/** React keeps the server's markup of an element with these properties, and expects nothing of it. */
const AS_RENDERED = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };

/**
 * Shows a part that the page works without. Until its code is here, or if it can't be loaded, the page keeps what the server
 * rendered. React can't hydrate that markup: by then, the stores have changed.
 */
export function Late({ part }: { part: LatePart }) {
  const [Part, setPart] = useState(part.loaded);
  useEffect(() => {
    part.load().then(
      () => startTransition(() => setPart(part.loaded)),
      () => undefined,
    );
  }, [part]);
  return Part ? (
    <div key="loaded">
      <Part />
    </div>
  ) : (
    <div key="rendered" {...AS_RENDERED} />
  );
}

/**
 * Shows a part that the page needs, and `fallback` while its code loads. The part of a server-rendered page is loaded before the page
 * hydrates: it must not hydrate later than the page, as it would behind Suspense, because by then the stores may have changed.
 */
export function Part<Props extends object>({
  part,
  props,
  fallback,
}: {
  part: LatePart<Props>;
  props: Props;
  fallback: ReactNode;
}) {
  // Chosen once: a part that suspended is not replaced when its code has arrived.
  const [Shown] = useState(part.component);
  const [isLoaded] = useState(() => part.loaded() !== null);
  const shown = <Shown {...props} />;
  return isLoaded ? shown : <Suspense fallback={fallback}>{shown}</Suspense>;
}
