import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  // Guard switches and pause points exist only in the test build; elsewhere they are dead code and removed.
  define: { __TEST_BUILD__: JSON.stringify(process.env['COMBOI_BUILD'] === 'test') },
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        sourcemap: true,
        // One build, one copy of the app: the composition root is the server's only entry.
        rollupOptions: { input: './app/app.server.ts' },
      },
    },
  },
});
