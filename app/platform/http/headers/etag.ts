export function namesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return ifNoneMatch != null && ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
