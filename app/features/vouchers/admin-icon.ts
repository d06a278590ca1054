export { default as AdminIcon } from 'lucide-react/icons/ticket-percent';
