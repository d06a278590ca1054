import type { Bucket } from '#app/domain/files/bucket.ts';

export const BUCKET_WORDS: Record<Bucket, string> = {
  'news-images': 'Fotos de notícies',
  booklets: 'Llibrets',
  events: "Fotos d'actes",
  awards: 'Fotos de premis',
  site: 'Portada i identitat',
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** 'fa 3 minuts' */
export function agoText(ms: number): string {
  if (ms < MINUTE_MS) return 'fa uns segons';
  if (ms < HOUR_MS) return counted(ms / MINUTE_MS, 'minut', 'minuts');
  if (ms < 2 * DAY_MS) return counted(ms / HOUR_MS, 'hora', 'hores');
  return counted(ms / DAY_MS, 'dia', 'dies');
}

function counted(amount: number, one: string, many: string): string {
  const whole = Math.floor(amount);
  return `fa ${whole} ${whole === 1 ? one : many}`;
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** '12,4 GB' */
export function sizeText(bytes: number): string {
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 100 ? Math.round(size) : size.toFixed(1).replace('.', ',')} ${UNITS[unit]}`;
}

export function millisecondsText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1).replace('.', ',')} s`;
}
