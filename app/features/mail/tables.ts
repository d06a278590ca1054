import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  mails: {
    erased: ['recipient', 'detail', 'last_error'],
    impersonal: ['kind', 'cause', 'status', 'failure'],
  },
  mail_pace: {},
};
