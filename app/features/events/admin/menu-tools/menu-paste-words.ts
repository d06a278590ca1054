export const NO_DISH_FOUND = "No hi trobem cap plat: escriu-ne el preu darrere del nom, com en l'exemple.";
