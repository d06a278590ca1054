import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { editorCalls } from './editor/api.server.ts';
import { holdersMailCalls } from './editor/holders-mail/api.server.ts';

export const events: Feature = { calls: [...calls, ...editorCalls, ...holdersMailCalls] };
