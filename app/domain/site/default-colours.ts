/** #rrggbb. */
export interface SiteColours {
  /** Of heads, titles and the night: wine. */
  main: string;
  /** Of buttons and links: ember. */
  accent: string;
  /** Of what stands out on the main colour: saffron. */
  highlight: string;
}

export const DEFAULT_COLOURS: SiteColours = { main: '#4a1028', accent: '#b93213', highlight: '#f5a524' };
