export function codeProblem(refused: { outcome: 'wrong' } | { outcome: 'too_many'; retryAfterSeconds: number }): string {
  if (refused.outcome === 'wrong') return 'El codi no és correcte, o ja s\'ha fet servir. Espera el següent i torna-ho a provar.';
  return `Massa intents. Torna-ho a provar d'ací a ${Math.ceil(refused.retryAfterSeconds / 60)} min.`;
}
