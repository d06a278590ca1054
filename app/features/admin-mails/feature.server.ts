import type { Feature } from '#app/feature.server.ts';
import { countMailsForAttention } from '#app/features/mail/admin-mails/service.server.ts';

export const adminMails: Feature = {
  waiting: [{ page: '/admin/mails', count: countMailsForAttention }],
};
