export { default as AdminIcon } from 'lucide-react/icons/book-open';
