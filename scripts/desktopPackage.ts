import { build, type CliOptions } from 'electron-builder';
import { builderOptions } from './desktopPackages/builderConfiguration.ts';

/**
 * `npm run desktop:package` makes the packages of this system in `packages/`. `-- dir` makes only the folder
 * that an installer would contain. `-- linux mac windows` names other systems.
 */
const SYSTEMS = ['linux', 'mac', 'windows'] as const;

const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== 'dir' && !(SYSTEMS as readonly string[]).includes(word));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Name dir, ${SYSTEMS.join(', ')}.`);

const config = builderOptions(process.env);
const options: CliOptions = { config, dir: words.includes('dir'), publish: 'never' };
for (const system of SYSTEMS) if (words.includes(system)) options[system === 'windows' ? 'win' : system] = [];
await build(options);
