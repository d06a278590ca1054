export type ProofOutcome = { outcome: 'proved' | 'wrong' | 'signed_out' | 'busy' } | { outcome: 'too_many'; retryAfterSeconds: number };

export function proofProblem(proof: Exclude<ProofOutcome, { outcome: 'proved' }>): string {
  switch (proof.outcome) {
    case 'too_many':
      return "Massa intents. Torna-ho a provar d'ací a uns minuts.";
    case 'busy':
      return 'Hi ha molta gent entrant ara mateix. Torna-ho a provar en uns segons.';
    case 'signed_out':
      return 'La sessió s\'ha tancat. Torna a iniciar sessió.';
    default:
      return 'La contrasenya no és correcta.';
  }
}
