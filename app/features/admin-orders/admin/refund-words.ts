export const NOTHING_CHOSEN = "Tria els tiquets que s'anul·len, o tota la comanda.";
