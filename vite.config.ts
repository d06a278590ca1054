import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

import { pdfjsAssets } from './scripts/pdfjs-assets.ts';
import { routesWithoutScreens } from './scripts/assets/routes-without-screens.ts';
import { styleName } from './scripts/assets/split-styles.ts';

/** Carousels and uploads come with the pages that have them. */
const KIT =
  /app[\\/](domain[\\/](money|plain-text|event[\\/]event-picture)\.ts|design[\\/]ui[\\/](layout|button|wrap|chip|visually-hidden|browser-facts|emoji-line|notches|share-link|feedback[\\/](toast|banner|skeleton|slow|empty-state)|forms[\\/]hydrated|offline)|features[\\/]site[\\/](layout|errors)|design[\\/]site-identity[\\/](crest|use-association|association-data|poster-ground))|vite[\\/]preload-helper|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|icons[\\/](share-2|map-pin|plus|minus|x)\.mjs/;
/** What list, order and tickets share. */
const EVENTS = /app[\\/](domain[\\/](order[\\/]status|event[\\/](menu\.ts|pricing|drawing)|food[\\/](allergens|needs|consent-version)|people[\\/]role)|design[\\/]site-identity[\\/](event-art|drawings)|design[\\/]food[\\/](dish-content|food-icon|clashes)|platform[\\/]client-state[\\/]prefetch-routes|design[\\/]ui[\\/](price|format-money|hooks[\\/]use-subscription|feedback[\\/]time-left))|icons[\\/](calendar-plus|ticket|users)\.mjs/;
const CART = /app[\\/](domain[\\/]cart[\\/](?!checkout-banner|held-order|order-key)|platform[\\/]client-state[\\/](cart-storage|settle-stored-cart))/;

/** What visitors' pages share with those of the staff. */
const PARTS = /app[\\/](design[\\/](ui[\\/](feedback[\\/]dialog|hooks[\\/]use-modal)|site-identity[\\/]head-art)|domain[\\/]time[\\/]instant-text)/;
const FIELDS = /app[\\/](design[\\/](ui[\\/](feedback[\\/]focus-on-answer|forms[\\/](field|password-field))|admin-kit[\\/]page[\\/]passkey-button)|domain[\\/](money-text|people[\\/](email-address|user-fields)))|icons[\\/](search|mail|hourglass|calendar-days)\.mjs/;
/** What every page of the staff comes with, as do a member's second factor and passkeys, and what their forms do. */
const STAFF = /app[\\/](design[\\/]admin-kit[\\/](page[\\/](admin-page|message-context|password-prompt|confirm-action)|form[\\/](draft-context|send-form))|features[\\/]site[\\/]admin)/;
const STAFF_FORMS = /app[\\/]design[\\/]admin-kit[\\/](form|fields[\\/](?!emoji|month))|node_modules[\\/](@conform-to|zod)[\\/]/;

/** Bundled, what the server doesn't use of them stays out of its memory, and so do their comments. */
const BUNDLED = [
  'react-router', '@react-router/node', 'hono', '@hono/node-server', 'kysely', 'zod', /^@conform-to\//, 'lucide-react', 'idb',
  /^@noble\//, 'jose', 'otpauth',
  'stripe', 'nodemailer', 'react-email', '@react-email/render', 'qr', 'hucre', 'csv-parse', 'tar-stream', 'temporal-polyfill',
  '@tus/server', '@tus/utils', 'srvx', 'rate-limiter-flexible', '@prometheus-io/client',
];
/** V8 keeps the text of a program. Names stay, for the log. */
const WITHOUT_SPACES = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;

export default defineConfig({
  plugins: [reactRouter(), pdfjsAssets(), routesWithoutScreens()],
  // One style sheet for all visitors' pages (19 kB), one for those of staff: on a slow phone a dozen small ones would each hold back the first paint.
  build: { assetsInlineLimit: 0, cssCodeSplit: false },
  css: { modules: { generateScopedName: styleName } },
  environments: {
    client: {
      build: {
        // The reader of PDFs is one piece, loaded with the first booklet that is opened.
        chunkSizeWarningLimit: 700,
        rollupOptions: {
          output: {
            // What every page needs comes in two pieces instead of twenty. A group takes along what its modules import, unless an earlier one has it.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
                { name: 'kit', test: KIT },
                { name: 'events', test: EVENTS },
                { name: 'cart', test: CART },
                { name: 'parts', test: PARTS },
                { name: 'fields', test: FIELDS },
                { name: 'staff', test: STAFF },
                { name: 'staff-forms', test: STAFF_FORMS },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: BUNDLED },
      build: {
        // One build, one copy of the app: the composition root is the server's only entry, but for who listens and what runs in a process
        // of its own. All files side by side, so that theirs are found beside whoever starts them.
        rollupOptions: {
          input: {
            index: './app/app.server.ts',
            serve: './serve.ts',
            'ticket-renderer.child': './app/design/ticket-rendering/ticket-renderer.child.server.ts',
            'seat-arranger.child': './app/features/seating/arranging/seat-arranger.child.server.ts',
            'image-encoder.child': './app/platform/adapters/media/image-encoder.child.server.ts',
            'pdf-reader.child': './app/platform/adapters/media/pdf-reader.child.server.ts',
            'demo-artist.child': './db/demo-artist.child.server.ts',
          },
          output: { chunkFileNames: '[name]-[hash].js', minify: WITHOUT_SPACES, comments: false },
        },
      },
    },
  },
});
