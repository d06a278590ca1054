/** From here on the number left is worth saying. */
export const FEW_LEFT = 30;
