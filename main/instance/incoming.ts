import type { App } from 'electron';
import type { Opener } from './opener.ts';
import { requestsOf, type OpenRequests } from './requests.ts';

interface Incoming {
  /** Carries out what has arrived, and from then on everything at once. */
  handOver(opener: Opener): Promise<void>;
}

/**
 * Collects what the system asks this app to open: the arguments of this start and of later ones, and on macOS the events that come
 * before the app is ready.
 */
export function collectRequests(app: Pick<App, 'on'>, commandLine: readonly string[], folder: string): Incoming {
  const first: OpenRequests = requestsOf(commandLine, folder);
  let opener: Opener | null = null;
  const receive = ({ links, files }: OpenRequests): void => {
    if (opener) void opener.open({ links, files });
    else {
      first.links.push(...links);
      first.files.push(...files);
    }
  };
  app.on('second-instance', (_event, secondCommandLine, secondFolder) => receive(requestsOf(secondCommandLine, secondFolder)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    receive({ links: [url], files: [] });
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    receive({ links: [], files: [path] });
  });
  return {
    handOver: async (to) => {
      opener = to;
      await to.openFirst(first);
    },
  };
}
