import process from 'node:process';
import { createCodec } from './codec.ts';
import { RECEIVE, runPreload, SEND } from './preload.ts';
import { connectWorlds } from './worlds.ts';

/** The name of the world that the preload runs in */
export const PRELOAD_WORLD = 'Electron Isolated Context';

/** Returns the script of the page's own world. It runs before the page's scripts. */
export function pageScript(secret: string): string {
  return `if (window === top) (${connectWorlds.toString()})(${JSON.stringify(secret)}, 'page');`;
}

/**
 * Returns the script of the preload's world.
 *
 * @param source the text of the built preload, or null
 * @param additionalArguments of `webPreferences`
 */
export function preloadScript(secret: string, source: string | null, additionalArguments: string[]): string {
  const { platform, arch, versions } = process;
  const own = {
    platform,
    arch,
    versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    argv: [process.execPath, ...additionalArguments],
  };
  return `if (window === top) (${runPreload.toString()})(function (require, module, exports, process) {${source ?? ''}
  }, {
    codec: (${createCodec.toString()})(),
    world: (${connectWorlds.toString()})(${JSON.stringify(secret)}, 'preload'),
    process: ${JSON.stringify(own)},
    receive: ${JSON.stringify(RECEIVE)},
    send: ${JSON.stringify(SEND)},
  });`;
}
