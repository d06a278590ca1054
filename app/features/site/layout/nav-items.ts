/** Top navigation, in the order of spec §2. */
export const NAV_ITEMS = [
  { to: '/', text: 'Inici' },
  { to: '/news', text: 'Notícies' },
  { to: '/calendar', text: 'Calendari' },
  { to: '/tickets', text: 'Tiquets' },
  { to: '/premis', text: 'Premis' },
  { to: '/llibrets', text: 'Llibrets' },
  { to: '/contact', text: 'Contacte' },
] as const;
