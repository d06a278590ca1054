import type { ReactNode } from 'react';

export function Standard(): ReactNode {
  return (
    <svg viewBox="0 0 64 64" width="1em" height="1em" aria-hidden="true" focusable="false">
      <path d="M32 3v58" stroke="#a5876a" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M9 10h46" stroke="#a5876a" strokeWidth="3.4" strokeLinecap="round" />
      <circle cx="32" cy="4.5" r="3" fill="#f5a524" />
      <path d="M13 11h38v38l-9.5-6.5L32 52l-9.5-9.5L13 49Z" fill="#b93213" />
      <path d="M32 11h19v38l-9.5-6.5L32 52Z" fill="#4a1028" opacity="0.35" />
      <path d="M13 11h38v38l-9.5-6.5L32 52l-9.5-9.5L13 49Z" fill="none" stroke="#f5a524" strokeWidth="2.4" strokeLinejoin="round" />
      <path d="M32 17c4.6 5.2 6.5 8.7 6.5 12.5a6.5 6.5 0 0 1-13 0c0-2.4 1.2-4.3 2.8-6.2.3 1.6 1 2.6 1.9 3.100-.1-3.7.4-6.8 1.8-9.4Z" fill="#fff2e2" />
      <path d="M9 10v9M55 10v9" stroke="#f5a524" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
