import type { ReactNode } from 'react';

export function OpenBook(): ReactNode {
  return (
    <svg viewBox="0 0 64 64" width="1em" height="1em" aria-hidden="true" focusable="false">
      <path d="M32 18C25 12 14 10 5 12v38c9-2 20 0 27 6 7-6 18-8 27-6V12c-9-2-20 0-27 6Z" fill="#fff2e2" />
      <path d="M32 18v38c7-6 18-8 27-6V12c-9-2-20 0-27 6Z" fill="#f0d6c6" />
      <path d="M12 22c5-.6 10 .3 14 2.4M12 30c5-.6 10 .3 14 2.4M12 38c5-.6 10 .3 14 2.4" fill="none" stroke="#b93213" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M46 4c6 7 8 12 8 17a8 8 0 0 1-16 0c0-3 1.5-5.5 3.4-8 .4 2 1.3 3.2 2.4 3.8C43.5 12 44 8 46 4Z" fill="#f5a524" />
      <path d="M46.3 16c2.7 3 3.7 5 3.7 7a4 4 0 0 1-8 0c0-1.5.8-2.800 1.700-4 .3.9.8 1.5 1.300 1.800 0-1.800.4-3.400 1.300-4.800Z" fill="#c8381a" />
      <path d="M5 12v38c9-2 20 0 27 6 7-6 18-8 27-6V12" fill="none" stroke="#4a1028" strokeWidth="2.4" strokeLinejoin="round" />
    </svg>
  );
}
