export const NOTHING_CHOSEN = 'Tria els tiquets que es retornen, o tota la comanda.';
