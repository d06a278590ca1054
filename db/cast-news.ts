import type { PictureName } from './cast-pictures.ts';

export interface CastNews {
  title: string;
  excerpt: string | null;
  content: string;
  daysAgo: number;
  category: string;
  tags: string[];
  featured: boolean;
  status: 'draft' | 'published';
  images: readonly { picture: PictureName; alt: string }[];
}

export const NEWS: readonly CastNews[] = [
  {
    title: 'Ja tenim programa: quinze dies de festa sense parar',
    excerpt: null,
    content: `La comissió ha tancat el programa de les falles d'enguany, i ve carregat: tres concerts, dos sopars de germanor, la paella del barri i, per damunt de tot, les nits de plantà i de cremà.

Les entrades dels sopars ja es poden traure en esta mateixa web, amb el menú triat i el tiquet al mòbil. Per als socis i la comissió hi ha preu propi: només cal entrar amb el vostre compte.

Si voleu donar una mà en el muntatge, passeu pel casal qualsevol vesprada a partir de les set. Fem comboi!`,
    daysAgo: 2,
    category: 'programa',
    tags: ['falles', 'agenda'],
    featured: true,
    status: 'published',
    images: [
      { picture: 'fireworks', alt: 'Focs artificials de colors damunt de les cases del poble, de nit' },
      { picture: 'fire', alt: 'Flames altes i espurnes en la nit de la cremà' },
      { picture: 'music', alt: 'Una dolçaina entre confeti de colors' },
    ],
  },
  {
    title: 'La paella del barri, a foc de llenya',
    excerpt: "Vint paelles al mig del carrer i una taula que no s'acaba: apunteu-vos abans que s'omplin els llocs.",
    content: `Vint paelles al mig del carrer i una taula que no s'acaba. Cada colla porta el seu mestre paeller i la comissió posa la llenya, l'arròs i el vi.

Hi ha plat per a qui no menja carn i per a celíacs: digueu-ho quan tragueu el tiquet i la cuina ho tindrà en compte.`,
    daysAgo: 5,
    category: 'actes',
    tags: ['paella', 'barri'],
    featured: false,
    status: 'published',
    images: [{ picture: 'paella', alt: "Una paella vista de dalt, amb pebre, bajoques i mitja llima al mig" }],
  },
  {
    title: "L'ofrena: hora i lloc de concentració",
    excerpt: null,
    content: `Eixirem del casal a les sis en punt, amb la banda al davant. Qui vulga portar ram el pot encarregar al casal fins al dijous de vesprada.

Recordeu: indumentària completa, i els menuts amb la seua acreditació.`,
    daysAgo: 9,
    category: 'actes',
    tags: ['ofrena', 'indumentària'],
    featured: false,
    status: 'published',
    images: [{ picture: 'flowers', alt: 'Clavells blancs i rojos, fins on arriba la vista' }],
  },
  {
    title: 'Obert el termini per a fer-se soci',
    excerpt: null,
    content: `Ser soci de la falla és pagar menys en cada sopar i, sobretot, formar part de tot açò. Passeu pel casal o escriviu-nos: en cinc minuts esteu dins.`,
    daysAgo: 16,
    category: 'general',
    tags: ['socis'],
    featured: false,
    status: 'published',
    images: [],
  },
  {
    title: "El crit d'enguany (esborrany)",
    excerpt: null,
    content: 'Ací anirà la crònica del crit, amb les fotos, quan les tinguem.',
    daysAgo: 1,
    category: 'actes',
    tags: [],
    featured: false,
    status: 'draft',
    images: [],
  },
];
