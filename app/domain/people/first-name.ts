/** As it is shown to others: the people of a colla, or on the card of a plate. */
export const MAX_FIRST_NAME = 30;
