export interface SiteColours {
  main: string;
  accent: string;
  highlight: string;
}

export const DEFAULT_COLOURS: SiteColours = { main: '#4a1028', accent: '#b93213', highlight: '#f5a524' };
