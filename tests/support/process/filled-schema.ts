import type pg from 'pg';

export const TICKETS_OF_AN_ORDER = 4;
const EVENTS = 20;

const DISH = JSON.stringify([{ sectionId: 'plat', sectionName: 'Plat', items: [{ id: 'paella', name: 'Paella', emoji: '🥘', price: 1400 }] }]);
const ERRORS = ['EENVELOPE: Mail command failed: 550 no such mailbox', '451 try later', 'ETIMEDOUT'];

/** The books of a year, one order in twelve given up and one paid order in twenty without its mail. */
export async function fillYear(client: pg.Client, { orders }: { orders: number }): Promise<void> {
  await client.query(`
    insert into events (id, title, event_date, event_time, reference_price, image, created_at, updated_at)
      overriding system value select n, 'Sopar ' || n, current_date - 60, '21:00', 1400, '🥘', now() - interval '1 year', now() - interval '1 year' from generate_series(1, ${EVENTS}) as n;
    insert into orders (id, order_number, event_id, buyer, email, role, status, total_amount, ticket_quantity, terms_version, hold_expires_at, created_at, paid_at, cancelled_at)
      select md5('order ' || n)::uuid, 'ORD-' || n, 1 + n % ${EVENTS}, 'visitor:' || md5('buyer ' || n / 3), 'buyer' || n / 3 || '@example.org', 'public',
        case when is_paid then 'paid' else 'cancelled' end, ${TICKETS_OF_AN_ORDER} * 1400, ${TICKETS_OF_AN_ORDER}, '1', placed + interval '35 minutes', placed,
        case when is_paid then placed + interval '1 minute' end, case when not is_paid then placed + interval '36 minutes' end
      from generate_series(1, ${orders}) as n, lateral (select n % 12 <> 0 as is_paid, now() - interval '300 days' + n * interval '1 minute' as placed) as of_it;
    insert into tickets (id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, user_role, status, created_at)
      select upper(translate(left(md5(o.id || ' ' || place), 26), '0189', 'ghij')), o.id, o.event_id, place, o.order_number || '-T' || place, 1400, '${DISH}', '[]', 'public',
        case o.status when 'paid' then 'active' else 'cancelled' end, o.created_at
      from orders o, generate_series(1, ${TICKETS_OF_AN_ORDER}) as place;
    insert into event_stock (event_id, max_tickets, sold) select e.id, null, (select count(*) from tickets t where t.event_id = e.id and t.status = 'active') from events e;
    insert into payments (id, order_id, provider, idempotency_key, status, amount, provider_session, payment_url, expires_at, asked_at, paid_at, provider_payment, created_at)
      select md5('payment ' || id)::uuid, id, 'stripe', 'pay-' || id, case status when 'paid' then 'paid' else 'expired' end, total_amount, 'cs_' || id, 'https://example.org/' || id, hold_expires_at, created_at, paid_at,
        case status when 'paid' then 'ch_' || id end, created_at from orders;
    insert into mails (id, kind, cause, order_id, recipient, status, attempts, next_attempt_at, failure, last_error, created_at, sent_at)
      select md5('mail ' || id)::uuid, 'tickets', 'sale', id, email, case when has_failed then 'failed' else 'sent' end, 1, paid_at, case when has_failed then 'unknown' end,
        case when has_failed then ('${JSON.stringify(ERRORS)}'::jsonb) ->> (place % ${ERRORS.length}) end, paid_at, case when not has_failed then paid_at end
      from (select *, row_number() over (order by created_at)::integer as place, row_number() over (order by created_at) % 20 = 0 as has_failed from orders where status = 'paid') as paid;
    insert into audit (at, actor, action, subject, subject_id) select created_at, 'buyer', 'order.pending_payment', 'order', id::text from orders order by created_at;
    insert into audit (at, actor, action, subject, subject_id) select coalesce(paid_at, cancelled_at), 'provider', 'order.' || status, 'order', id::text from orders order by created_at;
    analyze;
  `);
}
