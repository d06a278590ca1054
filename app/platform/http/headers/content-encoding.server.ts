export type Encoding = 'identity' | 'gzip' | 'br';

/** Not where it is given a weight of nothing, which refuses it. */
const ACCEPTED = { br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/, gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/ };

export function encodingFor(accepted: string): Encoding {
  return ACCEPTED.br.test(accepted) ? 'br' : ACCEPTED.gzip.test(accepted) ? 'gzip' : 'identity';
}
