import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';

export const handler = createRequestHandler(build, 'production');
