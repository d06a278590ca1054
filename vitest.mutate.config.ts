import { defineConfig } from 'vitest/config';

/** For `npm run mutate`: the rules by their own tests. What hangs is ended by Stryker. */
export default defineConfig({ test: { include: ['app/domain/**/*.test.ts'], testTimeout: 300_000 } });
