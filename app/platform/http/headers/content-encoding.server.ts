export type Encoding = 'identity' | 'gzip' | 'br';

const ACCEPTED = { br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/, gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/ };

export function encodingFor(accepted: string): Encoding {
  return ACCEPTED.br.test(accepted) ? 'br' : ACCEPTED.gzip.test(accepted) ? 'gzip' : 'identity';
}
