import type { AwardDraft } from '#app/domain/site/award-fields.ts';
import type { BlockItem, BlockKind } from '#app/domain/site/home-block.ts';

import type { HOME_PICTURES } from './cast-home-pictures.ts';

export type HomePictureName = keyof typeof HOME_PICTURES;

interface CastBlock {
  kind: BlockKind;
  title: string;
  intro: string;
  items: readonly (Pick<BlockItem, 'text' | 'detail'> & { url?: string; picture?: HomePictureName })[];
}

export const HOME_BLOCKS: readonly CastBlock[] = [
  {
    kind: 'falleres',
    title: 'Les nostres falleres',
    intro: '',
    items: [
      { text: 'Carla Febrer Pla', detail: 'Fallera major', picture: 'fallera-major' },
      { text: 'Aitana Roca Lluch', detail: 'Fallera major infantil', picture: 'fallera-infantil' },
      { text: 'Empar Ferreres', detail: 'Presidenta', picture: 'presidenta' },
      { text: 'Pau Anglés Soriano', detail: 'President infantil', picture: 'president-infantil' },
    ],
  },
  {
    kind: 'monument',
    title: 'El monument',
    intro: 'Cada any un taller del poble, i cada any més alt del que cabia al carrer.',
    items: [{ text: 'La mar no tanca mai', detail: 'Nou metres de llanda, fusta i cartó sobre la gent que torna de la pesca a mitjanit. Dibuix i taller de la comissió, amb ninots dels xiquets de l\'escola.', picture: 'monument' }],
  },
  {
    kind: 'numbers',
    title: 'La falla en xifres',
    intro: '',
    items: [
      { text: '1974', detail: 'l\'any que vam plantar per primera vegada' },
      { text: '312', detail: 'fallers i falleres censats' },
      { text: '86', detail: 'paelles en una sola nit' },
      { text: '1', detail: 'foguera que ho crema tot' },
    ],
  },
  {
    kind: 'sponsors',
    title: 'Gràcies a qui ens fa costat',
    intro: '',
    items: [
      { text: 'Forn Sant Gregori', detail: 'Pa i coques', url: 'https://forn.example/' },
      { text: 'Cooperativa El Carxofar', detail: 'Carxofa de Benicarló', url: 'https://carxofar.example/' },
      { text: 'Pirotècnia La Traca', detail: 'El soroll i la llum' },
      { text: 'Impremta Nova', detail: 'Els llibrets' },
    ],
  },
];

/** `yearsAgo`: of the last festival. */
export const AWARDS: readonly (Omit<AwardDraft, 'year'> & { yearsAgo: number })[] = [
  { yearsAgo: 1, title: 'Primer premi de la secció segona', detail: '«La mar, quan s\'enfada», de Ximo Esteller. El jurat va dir que feia olor de salnitre.' },
  { yearsAgo: 1, title: 'Premi a l\'enginy i la gràcia', detail: 'Pel ninot que cobrava entrada per a mirar l\'horitzó.' },
  { yearsAgo: 2, title: 'Segon premi de falla infantil', detail: '«El tren que no passa», feta amb els xiquets de l\'escola.' },
  { yearsAgo: 2, title: 'Millor llibret de la comarca', detail: 'Pel reportatge de les dones que cosien les xarxes.' },
  { yearsAgo: 4, title: 'Tercer premi de la secció segona', detail: 'Nou metres de carxofa: la més alta que s\'ha plantat mai.' },
  { yearsAgo: 7, title: 'Premi a la millor il·luminació de carrer', detail: '' },
];
