import type { Bucket } from '#app/domain/files/bucket.ts';

/** Jobs by their names in the log. */
export const JOB_WORDS: Readonly<Record<string, string>> = {
  outbox: 'Enviar correus',
  sweeper: 'Alliberar reserves caducades',
  'provider feed': 'Llegir la passarel·la',
  'provider clock': 'Comparar el rellotge amb la passarel·la',
  reconciliation: 'Quadrar els comptes',
  refunds: 'Fer devolucions',
  withdrawals: 'Retirar actes',
  'money back watch': 'Vigilar devolucions i disputes',
  'old provider events': 'Oblidar avisos vells de la passarel·la',
  'sandbox webhooks': 'Avisos de la passarel·la de prova',
  'clock watch': 'Comparar el rellotge amb la base de dades',
  'audit seal': 'Segellar el registre',
  'old counts': 'Oblidar comptadors vells',
  'booklet texts': 'Llegir el text dels llibrets',
  'booklet pages': 'Dibuixar les pàgines dels llibrets',
  'door counters': 'Comptadors de la porta',
  'site settings': 'Llegir la configuració',
  files: 'Netejar arxius abandonats',
  'deleted files': 'Llevar arxius esborrats',
  'idempotency keys': 'Oblidar claus de comandes repetides',
  'old networks': 'Oblidar xarxes de comandes velles',
  'old notes': 'Esborrar notes de cuina passades',
  'old recoveries': 'Oblidar enllaços de contrasenya',
  'old sessions': 'Tancar sessions caducades',
  'old ticket links': 'Oblidar enllaços de tiquets',
  'unpaid buyers': 'Oblidar compradors que no van pagar',
  alarms: 'Vigilar el funcionament',
  backups: 'Còpies de seguretat',
};

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
