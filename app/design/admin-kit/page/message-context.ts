import { createContext } from 'react';

export const MessageContext = createContext<string | null>(null);
