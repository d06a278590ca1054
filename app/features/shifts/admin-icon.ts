export { default as AdminIcon } from 'lucide-react/icons/calendar-clock';
