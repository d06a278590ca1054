import type { DishContent } from '#app/domain/food/allergens.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Role, Visibility } from '#app/domain/people/roles.ts';
import type { ShiftKind } from '#app/domain/shifts/shift.ts';
import type { WEEKDAYS } from '#app/domain/time/dates.ts';

/** [public, member, committee] in cents. */
export type Prices = readonly [number, number, number];

export interface CastChoice extends DishContent {
  name: string;
  emoji: string;
  prices: Prices;
}

type Weekday = (typeof WEEKDAYS)[number];

/** On a day counted from today. */
export interface CastEvent extends CastAct {
  /** At least so many days from today, then on this weekday. */
  day: number;
  weekday: Weekday;
}

/** On a day of the calendar. */
export interface YearAct extends CastAct {
  /** MM-DD. */
  from: string;
  /** The first one from there on. */
  weekday?: Weekday;
}

export interface CastAct {
  key: string;
  title: string;
  time: string;
  endTime: string | null;
  location: string | null;
  description: string;
  referencePrice: number;
  image: string;
  visibility: Visibility;
  /** Null: two hours before the event. */
  saleEnd: { daysBefore: number } | { daysAgo: number } | null;
  kitchenDeadline?: { daysBefore: number; time: string };
  maxTickets: number | null;
  sections: readonly { name: string; required: boolean; maxSelection: number; items: readonly CastChoice[] }[];
  options: readonly CastChoice[];
  asksNeeds?: boolean;
  handedOut?: number;
  /** Colles and tables, with a hall as an admin would type it; the labels by number. */
  hall?: { name: string; text: string; labels: Readonly<Record<number, string>>; accessible: readonly number[] };
  waiting?: readonly { email: string; places: number; hoursAgo: number }[];
  shifts?: readonly CastShift[];
}

export interface CastShift {
  kind: ShiftKind;
  dayOffset?: number;
  starts: string;
  ends: string;
  places: number;
  note?: string;
  /** Addresses of people of the cast. */
  taken?: readonly string[];
  requested?: readonly string[];
}

export const PASSWORD = 'Comboi2027';

export interface CastMember {
  email: string;
  name: string;
  role: Role;
  rights?: readonly GrantableRight[];
}

export const PEOPLE = [
  { email: 'admin@comboi.test', name: 'Empar Ferreres', role: 'admin' },
  { email: 'comissio@comboi.test', name: 'Vicent Roca', role: 'comision' },
  { email: 'soci@comboi.test', name: 'Maria Anglés', role: 'socio' },
  { email: 'public@comboi.test', name: 'Joan Soriano', role: 'public' },
  { email: 'taquilla@comboi.test', name: 'Empar Soler', role: 'socio', rights: ['till'] },
  { email: 'porta@comboi.test', name: 'Amparo Lluch', role: 'comision', rights: ['door'] },
  { email: 'redaccio@comboi.test', name: 'Neus Pla', role: 'comision', rights: ['editor'] },
] as const satisfies readonly CastMember[];

export const EVENTS: readonly CastEvent[] = [
  {
    key: 'germanor',
    title: 'Sopar de Germanor',
    day: 24,
    weekday: 'dissabte',
    time: '21:00',
    endTime: '01:30',
    location: 'Casal, carrer Major 7',
    description: 'Menú de tres plats, a triar. Després, foguera i música al carrer.',
    referencePrice: 1800,
    image: '🥘',
    visibility: 'public',
    saleEnd: null,
    kitchenDeadline: { daysBefore: 3, time: '20:00' },
    asksNeeds: true,
    shifts: [
      { kind: 'setup', starts: '17:00', ends: '19:30', places: 6, note: 'Taules i cadires: quedem al casal.', taken: ['comissio@comboi.test', 'redaccio@comboi.test'] },
      { kind: 'door', starts: '20:30', ends: '22:30', places: 2, requested: ['redaccio@comboi.test'] },
      { kind: 'till', starts: '20:30', ends: '22:30', places: 1 },
      { kind: 'kitchen', starts: '20:00', ends: '23:00', places: 4, taken: ['porta@comboi.test'] },
      { kind: 'bar', starts: '21:00', ends: '23:30', places: 3, taken: ['comissio@comboi.test', 'taquilla@comboi.test'] },
      { kind: 'bar', starts: '23:30', ends: '01:30', places: 3 },
    ],
    hall: { name: 'Carpa del carrer Major', text: '1 fila de 20, 4 files de 50, 8 taules de 10', labels: { 1: 'Presidència', 2: 'Presidència' }, accessible: [3, 23] },
    maxTickets: null,
    sections: [
      {
        name: 'Plat principal',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Paella valenciana', emoji: '🥘', prices: [1400, 1200, 1000], allergens: [] },
          { name: 'Fideuà de Benicarló', emoji: '🦐', prices: [1500, 1300, 1100], allergens: ['gluten', 'crustaceans', 'fish', 'molluscs'] },
          { name: 'Amanida de la casa', emoji: '🥗', prices: [1200, 1000, 800], allergens: ['nuts', 'mustard'], diets: ['vegetarian', 'vegan'] },
        ],
      },
      {
        name: 'Postres',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Arnadí', emoji: '🍮', prices: [400, 300, 200], allergens: ['eggs', 'nuts'], diets: ['vegetarian'] },
          { name: 'Taronja amb canella', emoji: '🍊', prices: [400, 300, 200], allergens: [], diets: ['vegetarian', 'vegan'] },
          { name: "Pastisset de cabell d'àngel", emoji: '🥟', prices: [350, 250, 200], allergens: ['gluten', 'eggs'], diets: ['vegetarian'] },
        ],
      },
      {
        name: 'Entrants',
        required: false,
        maxSelection: 2,
        items: [
          { name: 'Carxofes de Benicarló', emoji: '🌿', prices: [450, 400, 350], allergens: [], diets: ['vegetarian', 'vegan'] },
          { name: 'Esgarraet', emoji: '🫑', prices: [350, 300, 250], allergens: ['fish'] },
          { name: 'Olives i cacau del collaret', emoji: '🫒', prices: [200, 150, 100], allergens: ['peanuts'], diets: ['vegetarian', 'vegan'] },
        ],
      },
    ],
    options: [
      { name: 'Ampolla de vi', emoji: '🍷', prices: [250, 200, 150], allergens: ['sulphites'] },
      { name: 'Cafè amb gotet de mistela', emoji: '☕', prices: [180, 150, 120] },
    ],
  },
  {
    key: 'paelles',
    title: 'Paelles al carrer',
    day: 31,
    weekday: 'diumenge',
    time: '14:00',
    endTime: '18:00',
    location: 'Plaça del Mercat',
    description: 'Tres-centes racions, una sola foguera. Porta la teua cadira.',
    referencePrice: 950,
    image: '🍚',
    visibility: 'public',
    saleEnd: { daysBefore: 2 },
    maxTickets: 300,
    sections: [
      {
        name: 'Ració',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Paella de carn', emoji: '🍗', prices: [950, 800, 700] },
          { name: 'Paella de verdures', emoji: '🥕', prices: [900, 750, 650] },
        ],
      },
    ],
    options: [{ name: 'Got de la falla', emoji: '🥤', prices: [200, 200, 150] }],
  },
  {
    key: 'presentacio',
    title: 'Presentació de les Falleres',
    day: 17,
    weekday: 'dissabte',
    time: '22:30',
    endTime: '01:00',
    location: 'Auditori Municipal',
    description: 'La nit de les nostres falleres. Acte, ball i brindis a la sortida.',
    referencePrice: 1200,
    image: '🎭',
    visibility: 'public',
    saleEnd: null,
    maxTickets: 60,
    sections: [],
    options: [],
    handedOut: 60,
    waiting: [
      { email: 'amparo.bosch@example.com', places: 2, hoursAgo: 71 },
      { email: 'colla.del.port@example.com', places: 6, hoursAgo: 52 },
      { email: 'vicent.roca@example.com', places: 1, hoursAgo: 30 },
      { email: 'penya.la.traca@example.com', places: 4, hoursAgo: 26 },
      { email: 'neus.ferrer@example.com', places: 3, hoursAgo: 5 },
    ],
  },
  {
    key: 'xaranga',
    title: 'Esmorzar amb xaranga',
    day: 3,
    weekday: 'diumenge',
    time: '10:30',
    endTime: '13:00',
    location: 'Passeig Marítim',
    description: 'Entrepà, cacaus i la xaranga fent la volta al barri.',
    referencePrice: 700,
    image: '🎺',
    visibility: 'public',
    saleEnd: { daysAgo: 2 },
    maxTickets: 120,
    sections: [
      {
        name: 'Entrepà',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Llonganissa amb tomaca', emoji: '🌭', prices: [700, 600, 500] },
          { name: 'Truita de creïlla', emoji: '🍳', prices: [650, 550, 450] },
        ],
      },
    ],
    options: [],
  },
  {
    key: 'socis',
    title: 'Sopar de socis',
    day: 20,
    weekday: 'divendres',
    time: '21:30',
    endTime: '00:30',
    location: 'Casal, carrer Major 7',
    description: 'El sopar de tots els mesos, per als de casa i qui vulguen portar.',
    referencePrice: 1300,
    image: '🍽️',
    visibility: 'socio',
    saleEnd: { daysBefore: 1 },
    maxTickets: 80,
    sections: [
      {
        name: 'Plat',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Arròs al forn', emoji: '🍲', prices: [1300, 1100, 900] },
          { name: 'Llobarro a la sal', emoji: '🐟', prices: [1600, 1400, 1200] },
        ],
      },
    ],
    options: [{ name: 'Cremaet', emoji: '🔥', prices: [200, 180, 150] }],
  },
  {
    key: 'comissio',
    title: 'Berenar de la comissió',
    day: 10,
    weekday: 'dijous',
    time: '18:00',
    endTime: '20:00',
    location: null,
    description: 'Comptes, torns de barra i coca de mestall.',
    referencePrice: 500,
    image: '📋',
    visibility: 'comision',
    saleEnd: null,
    maxTickets: null,
    sections: [
      {
        name: 'Coca',
        required: false,
        maxSelection: 2,
        items: [
          { name: 'Coca de mestall', emoji: '🥧', prices: [300, 250, 200] },
          { name: 'Coca de ceba', emoji: '🧅', prices: [300, 250, 200] },
        ],
      },
    ],
    options: [],
  },
  {
    key: 'concert',
    title: 'Concert de la nit del foc',
    day: 32,
    weekday: 'divendres',
    time: '23:30',
    endTime: '04:00',
    location: 'Carpa del Port',
    description: 'Dos grups de la comarca i la disco mòbil fins tard.',
    referencePrice: 600,
    image: '🎸',
    visibility: 'public',
    saleEnd: null,
    maxTickets: null,
    sections: [],
    options: [],
  },
  {
    key: 'cent',
    title: 'Sopar de la Mar',
    day: 38,
    weekday: 'dissabte',
    time: '21:00',
    endTime: '00:30',
    location: 'Llotja del Port',
    description: "Cent cadires davant del moll i el peix d'eixa mateixa vesprada.",
    referencePrice: 2200,
    image: '🐟',
    visibility: 'public',
    saleEnd: null,
    maxTickets: 100,
    sections: [
      {
        name: 'Plat de la mar',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Suc de peix', emoji: '🍲', prices: [2200, 1900, 1700] },
          { name: 'Polp amb all-i-pebre', emoji: '🐙', prices: [2400, 2100, 1900] },
          { name: 'Arròs a banda', emoji: '🥘', prices: [2000, 1800, 1600] },
        ],
      },
    ],
    options: [],
  },
  {
    key: 'xocolatada',
    title: 'Xocolatada infantil',
    day: 45,
    weekday: 'diumenge',
    time: '17:30',
    endTime: '19:30',
    location: 'Plaça de la Constitució',
    description: 'Xocolate desfet, jocs de carrer i coets de llum. Gratis, però cal apuntar-se.',
    referencePrice: 0,
    image: '🍫',
    visibility: 'public',
    saleEnd: null,
    maxTickets: 150,
    sections: [],
    options: [],
  },
];
