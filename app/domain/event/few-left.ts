export const FEW_LEFT = 30;
