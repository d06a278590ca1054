export { default as AdminIcon } from 'lucide-react/icons/layout-dashboard';
