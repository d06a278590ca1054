import type { ReactNode } from 'react';
import { Outlet } from 'react-router';

export default function Screen(): ReactNode {
  return <Outlet />;
}
