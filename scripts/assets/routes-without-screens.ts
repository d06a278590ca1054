import type { Plugin } from 'vite';

/** Where the module of a page lies is for the build and the server: browsers get the table of pages without it. */
export function routesWithoutScreens(): Plugin {
  return {
    name: 'comboi:routes-without-screens',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: /\/app\/features\/[\w-]+\/routes\.ts$/ }, handler: (code) => ({ code: code.replaceAll(/ screen: '[^']+',/g, ''), map: null }) },
  };
}
