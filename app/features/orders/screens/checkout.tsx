import type { ReactNode } from 'react';

export default function Screen(): ReactNode {
  return null;
}
