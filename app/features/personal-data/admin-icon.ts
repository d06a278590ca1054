export { default as AdminIcon } from 'lucide-react/icons/fingerprint-pattern';
