import type { ReactNode } from 'react';

export function MonthLeaf(): ReactNode {
  return (
    <svg viewBox="0 0 64 64" width="1em" height="1em" aria-hidden="true" focusable="false">
      <rect x="7" y="11" width="50" height="47" rx="6" fill="#fff2e2" />
      <path d="M7 24V17a6 6 0 0 1 6-6h38a6 6 0 0 1 6 6v7Z" fill="#b93213" />
      <path d="M20 5v11M44 5v11" stroke="#f5a524" strokeWidth="4" strokeLinecap="round" />
      <path d="M15 33h6M29 33h6M15 42h6M15 51h6M43 33h6" stroke="#c9a48c" strokeWidth="4" strokeLinecap="round" />
      <path d="M39 36c6 6.5 8.5 10.5 8.5 14.3a8.5 8.5 0 0 1-17 0c0-3.1 1.6-5.6 3.7-8 .4 2 1.3 3.3 2.4 3.9-.1-3.9.6-7.3 2.4-10.2Z" fill="#f5a524" />
      <path d="M39.2 46c2.7 3 3.8 4.9 3.8 6.7a4 4 0 0 1-8 0c0-1.5.8-2.7 1.7-3.8.3.9.8 1.5 1.3 1.8 0-1.8.4-3.3 1.2-4.7Z" fill="#c8381a" />
      <rect x="7" y="11" width="50" height="47" rx="6" fill="none" stroke="#4a1028" strokeWidth="2.4" />
    </svg>
  );
}
