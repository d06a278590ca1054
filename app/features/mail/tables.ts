import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  mails: {
    erased: ['recipient', 'detail'],
    kept: { last_error: 'what the mail server answered, which may quote the address: needed to mend it, and gone when the mail is sent' },
    impersonal: ['kind', 'cause', 'status', 'failure'],
  },
  mail_pace: {},
};
