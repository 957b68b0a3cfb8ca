import type { Plugin } from 'vite';

const LIBRARIES = /\/node_modules\/(?:react-router|react-intl)\//;
/** Names for debugging. Setting one counts as an effect, so it keeps the component in the build. */
const NAME = /^(\w+)\.displayName = .*;$/gm;
/** Calls that only create a component. */
const CREATION = / = ((?:React\d*\.)?(?:forwardRef|createFormatted\w+)\()/g;

/** Removes what keeps unused components of some libraries in the build. */
export function shakenLibraries(): Plugin {
  return {
    name: 'shaken-libraries',
    transform(code, file) {
      if (!LIBRARIES.test(file)) return null;
      return { code: code.replace(NAME, '').replace(CREATION, ' = /* @__PURE__ */ $1'), map: null };
    },
  };
}
