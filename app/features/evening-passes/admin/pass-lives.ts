export const DEFAULT_HOURS = 12;

export const PASS_LIVES: readonly [hours: number, text: string][] = [
  [6, '6 hores'],
  [12, '12 hores'],
  [24, 'Un dia'],
  [72, 'Tres dies'],
  [168, 'Una setmana'],
];
