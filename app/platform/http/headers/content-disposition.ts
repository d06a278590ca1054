const NOT_ATTRIBUTE = /['()*]/g;
const LONGEST_NAME = 150;

export function contentDisposition(kind: 'inline' | 'attachment', filename?: string): string {
  const name = filename?.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, ' ').trim().slice(0, LONGEST_NAME).toWellFormed();
  if (!name) return kind;
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[^\w .-]/g, '_');
  const full = encodeURIComponent(name).replaceAll(NOT_ATTRIBUTE, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
