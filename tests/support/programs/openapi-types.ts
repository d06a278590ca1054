import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

/**
 * `node openapi-types.ts document.json types.ts`: what `openapi-typescript` makes of a description. It asks for the JavaScript API of
 * TypeScript 5, which our own TypeScript has no more, and is given the one that @ts-morph/common brings.
 */
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});

const [, , document, types] = process.argv;
if (document === undefined || types === undefined) throw new Error('which description, and where to?');
const { default: typesOf, astToString } = await import('openapi-typescript');
await writeFile(types, astToString(await typesOf(await readFile(document, 'utf8'), { silent: true })));
