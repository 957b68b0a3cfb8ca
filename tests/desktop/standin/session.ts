import type { CustomScheme } from 'electron';
import { app } from './app.ts';
import type { CdpSession, Protocol } from './chromium/cdp.ts';
import { createEvent, Emitter, guard, missing, type Part } from './guard.ts';
import { addSchemes, fromChromium, originOf, policyForChromium, registeredScheme, toChromium } from './schemes.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type PermissionRequest = Parameters<Electron.Session['setPermissionRequestHandler']>[0];

/** Electron's permissions, and Chromium's names of them. */
const PERMISSIONS = {
  notifications: ['notifications'],
  geolocation: ['geolocation'],
  media: ['audioCapture', 'videoCapture'],
  midi: ['midi'],
  'clipboard-read': ['clipboardReadWrite'],
  'clipboard-sanitized-write': ['clipboardSanitizedWrite'],
  'idle-detection': ['idleDetection'],
  'window-management': ['windowManagement'],
} as const satisfies Record<string, readonly Protocol.Browser.PermissionType[]>;

let isRegistered = false;

/** Serves the app's own schemes. */
class SchemeHandlers implements Part<Electron.Protocol> {
  private readonly handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (isRegistered) throw new Error('protocol.registerSchemesAsPrivileged should be called only once');
    isRegistered = true;
    addSchemes(schemes);
  }

  handle(scheme: string, handler: Handler): void {
    if (registeredScheme(`${scheme}:`) === null) throw missing(`protocol.handle of the unregistered scheme ${scheme}`);
    if (this.handlers.has(scheme)) throw new Error('Failed to register protocol');
    this.handlers.set(scheme, handler);
  }

  /**
   * Answers a request of a page that Chromium paused. A request outside of the app's schemes fails: no page of the app may reach
   * the network itself.
   */
  async answer(cdp: CdpSession, paused: Protocol.Fetch.requestPausedPayload): Promise<void> {
    const { requestId, request } = paused;
    const url = fromChromium(request.url);
    // Electron's pages ask for no icon.
    if (paused.resourceType === 'Other' && url.endsWith('/favicon.ico')) {
      await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
      return;
    }
    const handler = this.handlers.get(registeredScheme(url) ?? '');
    if (handler === undefined) {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    try {
      const response = await handler(
        new Request(url, { method: request.method, headers: request.headers, body: request.postData ?? null }),
      );
      await cdp.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value: headerForChromium(name, value) })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    } catch (error) {
      console.error(`The handler of ${url} failed:`, error);
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    }
  }
}

function headerForChromium(name: string, value: string): string {
  if (name.startsWith('content-security-policy')) return policyForChromium(value);
  if (name === 'location') return toChromium(value);
  return value;
}

/** All sessions share one profile of Chromium. They differ in their handlers only. */
class Session extends Emitter implements Part<Electron.Session, 'protocol'> {
  readonly protocol = guard('session.protocol', new SchemeHandlers());
  private request: PermissionRequest = null;
  /** The network of Chromium in Electron. Here it is Node's, without proxies. */
  readonly fetch = (request: string | Request, options?: RequestInit): Promise<Response> => fetch(request, options);

  constructor() {
    super('session', ['will-download']);
  }

  /** Chromium refuses every download. The app may only agree. */
  download(url: string, contents: Electron.WebContents): void {
    const event = createEvent({});
    this.emit('will-download', event, guard('DownloadItem', { getURL: () => url, cancel: () => undefined }), contents);
    if (!event.defaultPrevented) console.error(missing(`a download that the app lets through, of ${url}`));
  }

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.request = handler;
  }

  /** Only the switch `--proxy-server=socks5://host:port` of Chromium; no settings of the system. */
  resolveProxy(_url: string): Promise<string> {
    const [, scheme = '', address = ''] =
      /^--proxy-server=(?:(\w+):\/\/)?(.+)$/.exec(process.argv.find((one) => one.startsWith('--proxy-server=')) ?? '') ?? [];
    const kind = { '': 'PROXY', http: 'PROXY', https: 'HTTPS', socks5: 'SOCKS5' }[scheme];
    return Promise.resolve(address && kind ? `${kind} ${address}` : 'DIRECT');
  }

  /** Not consulted: Chromium's answers to checks follow the request handler. */
  setPermissionCheckHandler(_handler: Parameters<Electron.Session['setPermissionCheckHandler']>[0]): void {}

  /** Not consulted: Chromium's own chooser of devices never opens here. */
  setDevicePermissionHandler(_handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0]): void {}

  /** Asks the handler about each permission, before a page needs it, and sets Chromium to its decisions. */
  async applyPermissions(cdp: CdpSession, contents: Electron.WebContents, url: string): Promise<void> {
    const origin = new URL(toChromium(url)).origin;
    const granted: Protocol.Browser.PermissionType[] = [];
    for (const [permission, names] of Object.entries(PERMISSIONS)) {
      if (await this.isGranted(permission as keyof typeof PERMISSIONS, contents, url)) granted.push(...names);
    }
    // Grants these and denies all others of the origin.
    await cdp.send('Browser.grantPermissions', { origin, permissions: granted });
  }

  private isGranted(permission: keyof typeof PERMISSIONS, contents: Electron.WebContents, url: string): Promise<boolean> {
    const { request } = this;
    // Electron grants everything to an app without a handler.
    if (request === null) return Promise.resolve(true);
    return new Promise((resolve) =>
      request(contents, permission, resolve, {
        isMainFrame: true,
        requestingUrl: url,
        securityOrigin: originOf(url),
      }),
    );
  }
}

const partitions = new Map<string, Session>();

function fromPartition(partition: string): Session {
  const known = partitions.get(partition) ?? guard('session', new Session());
  partitions.set(partition, known);
  return known;
}

/** Returns the session of a window: of its `webPreferences`. */
export function sessionOf({ session: given, partition = '' }: { session?: object; partition?: string }): Session {
  return (given as Session | undefined) ?? fromPartition(partition);
}

export type { Session };
const defaultSession = fromPartition('');
export const session = guard('session', { defaultSession, fromPartition });
export const protocol = defaultSession.protocol;
