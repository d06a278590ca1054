import { createContext } from 'react';

/** What the action before has done. */
export const MessageContext = createContext<string | null>(null);
