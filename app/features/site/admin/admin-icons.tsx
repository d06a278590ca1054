import BookOpen from 'lucide-react/icons/book-open';
import ChefHat from 'lucide-react/icons/chef-hat';
import DoorOpen from 'lucide-react/icons/door-open';
import Euro from 'lucide-react/icons/euro';
import Home from 'lucide-react/icons/house';
import HandCoins from 'lucide-react/icons/hand-coins';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mail from 'lucide-react/icons/mail';
import Newspaper from 'lucide-react/icons/newspaper';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Settings from 'lucide-react/icons/settings';
import Stethoscope from 'lucide-react/icons/stethoscope';
import Ticket from 'lucide-react/icons/ticket';
import Trophy from 'lucide-react/icons/trophy';
import Users from 'lucide-react/icons/users-round';

import Hourglass from 'lucide-react/icons/hourglass';
import type { AdminIcon } from '#app/platform/http/page.ts';

export const ADMIN_ICONS: Record<AdminIcon, typeof Users> = {
  waiting: Hourglass,
  panel: LayoutDashboard,
  events: Ticket,
  orders: ReceiptText,
  kitchen: ChefHat,
  door: DoorOpen,
  till: HandCoins,
  news: Newspaper,
  booklets: BookOpen,
  users: Users,
  payments: Euro,
  mails: Mail,
  status: Stethoscope,
  settings: Settings,
  home: Home,
  awards: Trophy,
};
