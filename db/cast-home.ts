import type { BlockItem, BlockKind } from '#app/domain/site/home-block.ts';

interface CastBlock {
  kind: BlockKind;
  title: string;
  intro: string;
  items: readonly (Pick<BlockItem, 'text' | 'detail'> & { url?: string })[];
}

export const HOME_BLOCKS: readonly CastBlock[] = [
  {
    kind: 'falleres',
    title: 'Les nostres falleres',
    intro: '',
    items: [
      { text: 'Carla Febrer Pla', detail: 'Fallera major' },
      { text: 'Aitana Roca Lluch', detail: 'Fallera major infantil' },
      { text: 'Empar Ferreres', detail: 'Presidenta' },
      { text: 'Pau Anglés Soriano', detail: 'President infantil' },
    ],
  },
  {
    kind: 'monument',
    title: 'El monument',
    intro: 'Cada any un taller del poble, i cada any més alt del que cabia al carrer.',
    items: [{ text: 'La mar no tanca mai', detail: 'Nou metres de llanda, fusta i cartó sobre la gent que torna de la pesca a mitjanit. Dibuix i taller de la comissió, amb ninots dels xiquets de l\'escola.' }],
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
