import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const COMING = 'features/pages/screens/coming.tsx';
const ADMIN = 'features/pages/screens/admin.tsx';

/** The URL map of the product (spec §2). Who may open each is said in `http/permissions.server.ts`. */
export default [
  layout('features/pages/screens/frame.tsx', [
    index('features/pages/screens/home.tsx'),
    route('tickets', 'features/events/screens/tickets.tsx'),
    route('calendar', 'features/events/screens/calendar.tsx'),
    route('order/:eventId', 'features/orders/screens/new-order.tsx'),
    route('checkout/:eventId', 'features/orders/screens/checkout.tsx'),
    route('payment-success', 'features/orders/screens/payment-success.tsx'),
    route('tiquet-perdut', 'features/tickets/screens/lost-ticket.tsx'),
    route('tiquet-perdut/obrir', 'features/tickets/screens/lost-ticket-open.tsx'),
    route('tiquet-perdut/tiquets', 'features/tickets/screens/lost-ticket-found.tsx'),
    route('premis', 'features/pages/screens/awards.tsx'),
    route('contact', 'features/pages/screens/contact.tsx'),
    route('condicions', 'features/pages/screens/terms.tsx'),
    route('privacitat', 'features/pages/screens/privacy.tsx'),
    route('news', COMING, { id: 'news' }),
    route('llibrets', COMING, { id: 'booklets' }),
    route('login', 'features/accounts/screens/login.tsx'),
    route('my-tickets', 'features/tickets/screens/my-tickets.tsx'),
    route('change-password', 'features/accounts/screens/change-password.tsx'),
    route('forgot-password', 'features/accounts/screens/forgot-password.tsx'),
    route('reset-password', 'features/accounts/screens/reset-password.tsx'),
    route('admin', ADMIN, { id: 'admin' }),
    route('admin/users', 'features/accounts/screens/admin-users.tsx'),
    route('admin/users/new', 'features/accounts/screens/admin-user-new.tsx'),
    route('admin/users/import', 'features/accounts/screens/admin-users-import.tsx'),
    route('admin/users/:userId', 'features/accounts/screens/admin-user.tsx'),
    route('admin/payments', 'features/orders/screens/admin-payments.tsx'),
    route('admin/mails', 'features/mail/screens/admin-mails.tsx'),
    route('admin/events/new', ADMIN, { id: 'admin-event-new' }),
    route('admin/events/edit/:eventId', ADMIN, { id: 'admin-event-edit' }),
    route('admin/events/menus/:eventId', ADMIN, { id: 'admin-event-menus' }),
    route('admin/tickets/:eventId?', ADMIN, { id: 'admin-tickets' }),
    route('admin/ticket-verification', ADMIN, { id: 'admin-ticket-verification' }),
  ]),
  route('logout', 'features/accounts/screens/logout.tsx'),
  route('tiquet-perdut/tiquets.pdf', 'features/tickets/screens/lost-ticket-print.tsx'),
  route('dev/pay/:paymentId', 'features/orders/screens/dev-pay.tsx'),
  route('*', 'features/pages/screens/unknown-path.tsx'),
] satisfies RouteConfig;
