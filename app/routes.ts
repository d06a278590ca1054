import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const COMING = 'features/site/screens/coming.tsx';
const ADMIN = 'features/site/admin-layout/admin.tsx';

/** The URL map of the product (spec §2). Who may open each is said in `http/guards/permissions.server.ts`. */
export default [
  layout('features/site/layout/site-layout-route.tsx', [
    index('features/site/home/home.tsx'),
    route('tickets', 'features/events/screens/tickets.tsx', [index('features/tickets/print/qr-generator-panel.tsx')]),
    route('calendar', 'features/events/screens/calendar.tsx'),
    route('order/:eventId', 'features/checkout/screens/order/new-order.tsx'),
    route('checkout/:eventId', 'features/checkout/screens/checkout/checkout.tsx'),
    route('payment-success', 'features/checkout/screens/result/payment-success.tsx'),
    route('tiquet-perdut', 'features/tickets/recovery/screens/lost-ticket.tsx'),
    route('tiquet-perdut/obrir', 'features/tickets/recovery/screens/lost-ticket-open.tsx'),
    route('tiquet-perdut/tiquets', 'features/tickets/recovery/screens/lost-ticket-found.tsx'),
    route('premis', 'features/site/screens/awards.tsx'),
    route('contact', 'features/site/screens/contact.tsx'),
    route('condicions', 'features/site/legal/terms.tsx'),
    route('privacitat', 'features/site/legal/privacy.tsx'),
    route('news', COMING, { id: 'news' }),
    route('llibrets', COMING, { id: 'booklets' }),
    route('login', 'features/accounts/screens/login.tsx'),
    route('my-tickets', 'features/tickets/my-tickets/screens/my-tickets.tsx'),
    route('change-password', 'features/accounts/screens/change-password.tsx'),
    route('forgot-password', 'features/accounts/screens/forgot-password.tsx'),
    route('reset-password', 'features/accounts/screens/reset-password.tsx'),
    route('admin', ADMIN, { id: 'admin' }),
    route('admin/users', 'features/accounts/members/screens/admin-users.tsx'),
    route('admin/users/new', 'features/accounts/members/screens/admin-user-new.tsx'),
    route('admin/users/import', 'features/accounts/members/screens/admin-users-import.tsx'),
    route('admin/users/:userId', 'features/accounts/members/screens/admin-user.tsx'),
    route('admin/payments', 'features/payments/screens/admin-payments.tsx'),
    route('admin/mails', 'features/admin-mails/screens/admin-mails.tsx'),
    route('admin/events/new', ADMIN, { id: 'admin-event-new' }),
    route('admin/events/edit/:eventId', ADMIN, { id: 'admin-event-edit' }),
    route('admin/events/menus/:eventId', ADMIN, { id: 'admin-event-menus' }),
    route('admin/tickets/:eventId?', ADMIN, { id: 'admin-tickets' }),
    route('admin/ticket-verification', ADMIN, { id: 'admin-ticket-verification' }),
  ]),
  route('logout', 'features/accounts/screens/logout.tsx'),
  route('tiquet-perdut/tiquets.pdf', 'features/tickets/recovery/screens/lost-ticket-print.tsx'),
  route('dev/pay/:paymentId', 'features/payments/screens/dev-pay.tsx'),
  route('*', 'features/site/errors/unknown-path.tsx'),
] satisfies RouteConfig;
