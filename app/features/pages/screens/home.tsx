import type { ReactNode } from 'react';

export default function Home(): ReactNode {
  return <h1>TOTS JUNTS A FER COMBOI</h1>;
}
