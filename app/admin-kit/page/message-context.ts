import { createContext } from 'react';

/** What the step before has done, for the page that follows. */
export const MessageContext = createContext<string | null>(null);
