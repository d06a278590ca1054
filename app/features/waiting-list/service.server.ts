export { offerOpenedBy } from './link.server.ts';
