import { formatMegabytes } from '#app/domain/files/format-size.ts';
import { dayText } from '#app/domain/time/instant-text.ts';
import type { AlarmFacts, AlarmKind } from '#app/domain/operations/alarms.ts';

interface AlarmWords {
  title: string;
  what: (facts: AlarmFacts) => string;
  todo: string;
  /** The admin page on which the problem is handled. */
  page?: { to: string; text: string };
}

const MAILS = { to: '/admin/mails', text: 'Obrir Correus' };
const PAYMENTS = { to: '/admin/payments', text: 'Obrir Pagaments' };

const LOG = 'Mira què diu el registre del servidor («journalctl -u comboi -n 100»).';

const count = (value: AlarmFacts[string] | undefined, one: string, many: string): string => (value === 1 ? `1 ${one}` : `${value ?? 0} ${many}`);

function endText({ days, ends }: AlarmFacts): string {
  const day = dayText(String(ends));
  return Number(days) > 0 ? `Val fins al ${day}: ${count(days, 'dia', 'dies')}.` : `Val fins al ${day}.`;
}

export const ALARM_WORDS: Record<AlarmKind, AlarmWords> = {
  mail_waiting: {
    title: 'Hi ha correus que no ixen',
    what: ({ minutes }) => `El més antic espera des de fa ${count(minutes, 'minut', 'minuts')}. Els compradors tenen els tiquets a la pàgina de la comanda.`,
    todo: 'Mira si el servidor de correu contesta i si la contrasenya de SMTP_URL encara val.',
    page: MAILS,
  },
  mail_stopped: {
    title: 'Correus aturats per un motiu nostre',
    what: ({ mails }) => `${count(mails, 'correu no ha eixit', 'correus no han eixit')} i no es tornarà a provar.`,
    todo: 'Arregla el motiu que diu la pàgina i torna a enviar-los tots junts.',
    page: MAILS,
  },
  webhooks_silent: {
    title: 'La passarel·la no ens avisa dels pagaments',
    what: ({ payments }) => `En una hora hem trobat ${count(payments, 'pagament', 'pagaments')} per nosaltres mateixos, i cap avís. Les comandes es confirmen, però uns segons més tard.`,
    todo: "Mira a la passarel·la l'adreça dels avisos (webhook) i si STRIPE_WEBHOOK_SECRET és el seu.",
    page: PAYMENTS,
  },
  provider_silent: {
    title: 'La passarel·la de pagament no contesta',
    what: ({ minutes }) => `No hem pogut llegir què hi ha passat des de fa ${count(minutes, 'minut', 'minuts')}. Les reserves es mantenen.`,
    todo: "Mira l'estat de la passarel·la i si la clau STRIPE_SECRET_KEY encara val.",
    page: PAYMENTS,
  },
  payment_cases: {
    title: 'Hi ha pagaments per revisar',
    what: ({ cases }) => count(cases, 'pagament necessita que el mire una persona.', 'pagaments necessiten que els mire una persona.'),
    todo: 'Cada cas diu què ha passat i porta el botó que el resol.',
    page: PAYMENTS,
  },
  orders_given_up: {
    title: 'Algú deixa moltes comandes a mig pagar',
    what: ({ networks, orders }) => `En una hora, ${count(networks, 'xarxa ha abandonat', 'xarxes han abandonat')} ${count(orders, 'pàgina de pagament', 'pàgines de pagament')}: potser prova targetes robades. Des d'allí no es pot comprar durant una estona.`,
    todo: 'Mira a la passarel·la els intents rebutjats i, si cal, endurix-ne les regles contra el frau.',
    page: PAYMENTS,
  },
  codes_guessed: {
    title: 'Algú prova codis a la porta',
    what: ({ scanners }) => `${count(scanners, 'compte o passe ha llegit', 'comptes o passes han llegit')} més de 120 codis inexistents en un minut. Cap d'ells ha entrat.`,
    todo: 'Pregunta a qui escaneja, i retira el passe o el permís si no ha sigut una errada.',
    page: { to: '/admin/passes', text: 'Obrir Passes' },
  },
  webhooks_given_up: {
    title: 'Un altre programa no rep els nostres avisos',
    what: ({ messages }) => `${count(messages, 'avís no ha arribat', 'avisos no han arribat')} en tres dies de provar-ho, i ja no es tornarà a provar.`,
    todo: "Mira si el programa funciona i si la seua adreça encara val, i torna a enviar-los tots junts.",
    page: { to: '/admin/programs/webhooks', text: 'Obrir Programes' },
  },
  storage_silent: {
    title: "El magatzem d'arxius no contesta",
    what: () => 'Imatges i llibrets no es poden vore ni pujar. La venda i la porta continuen.',
    todo: 'Mira si el servei S3 funciona i si les claus S3_* encara valen.',
  },
  disk: {
    title: "El disc s'ompli",
    what: ({ percent, freeBytes }) => `Està ple al ${percent} %: en queden ${formatMegabytes(Number(freeBytes))} lliures.`,
    todo: 'Esborra còpies velles o amplia el disc. Quan es plena del tot, no es pot vendre.',
  },
  clock_drift: {
    title: 'El rellotge de la màquina va malament',
    what: ({ seconds, against }) => `Va ${Math.abs(Number(seconds))} segons ${Number(seconds) > 0 ? 'avançat' : 'retardat'} respecte de la ${against === 'provider' ? 'passarel·la de pagament' : 'base de dades'}.`,
    todo: "Posa la màquina en hora (per exemple amb chrony): reserves i tancaments de venda van pel rellotge.",
  },
  backup_old: {
    title: 'Falta la còpia de seguretat',
    what: ({ hours }) => (hours === undefined ? "No se n'ha fet cap encara." : `L'última és de fa ${hours} hores.`),
    todo: `${LOG} Fes-ne una ara amb «npm run backup».`,
  },
  backup_lacks_files: {
    title: 'A la còpia de seguretat li falten arxius',
    what: ({ files }) => `${count(files, 'arxiu no era', 'arxius no eren')} on la base de dades diu quan es va fer l'última. Les còpies velles no s'esborren mentrestant.`,
    todo: "Mira si la carpeta o el magatzem d'arxius és el de sempre (DATA_DIR, S3_BUCKET), i fes una còpia amb «npm run backup».",
  },
  certificate_ends: {
    title: 'El certificat de la web caduca prompte',
    what: endText,
    todo: 'Caddy el renova tot sol: mira què diu el seu registre («journalctl -u caddy») i si el port 80 es veu des de fora.',
  },
  certificate_last_days: {
    title: 'Al certificat de la web li queden pocs dies',
    what: (facts) => `${endText(facts)} Després cap navegador obrirà la pàgina.`,
    todo: 'Renova hui mateix el certificat del servidor intermediari (Caddy: «systemctl restart caddy»).',
  },
  apple_certificate_ends: {
    title: "El certificat d'Apple Wallet caduca prompte",
    what: endText,
    todo: "Fes-ne un altre al compte de desenvolupador d'Apple i canvia APPLE_PASS_CERTIFICATE i APPLE_PASS_KEY.",
  },
  apple_certificate_last_days: {
    title: "Al certificat d'Apple Wallet li queden pocs dies",
    what: (facts) => `${endText(facts)} Després els tiquets no es podran guardar a Apple Wallet.`,
    todo: "Fes-ne un altre al compte de desenvolupador d'Apple i canvia APPLE_PASS_CERTIFICATE i APPLE_PASS_KEY.",
  },
  mail_untried: {
    title: "El correu no s'ha provat mai",
    what: ({ server }) => (server === 1 ? "Encara no ha eixit cap correu d'ací: ningú sap si els tiquets arribaran." : 'No hi ha servidor de correu (SMTP_URL): els correus només es guarden en una carpeta i no els rep ningú.'),
    todo: "Prova-ho a «Correus», amb «Envia'm un correu de prova», o al servidor amb «npm run mail:test -- --to el-teu@correu.cat». Si lliges açò al correu, ja funciona.",
  },
  rights_lacking: {
    title: 'A la base de dades li falten permisos',
    what: ({ tables, example }) => `L'usuari de DATABASE_URL no pot llegir o escriure en ${count(tables, 'taula', 'taules')} (${example ?? ''}).`,
    todo: 'Fes-lo propietari de la base de dades («alter … owner to …») o torna-li els permisos («grant all on all tables in schema public to …»).',
  },
  disk_full: {
    title: 'El disc està ple: no es pot vendre',
    what: () => "El disc del servidor o el de la base de dades no admet res més. Els compradors ho saben, i el que s'havia venut està guardat.",
    todo: 'Fes lloc ara: esborra còpies velles o amplia el disc. La venda torna tota sola.',
  },
  jobs_stuck: {
    title: 'Una feina de fons no avança',
    what: ({ jobs }) => `No acaba bé: ${jobs ?? ''}.`,
    todo: `${LOG} Si no ho explica, torna a posar Comboi en marxa («systemctl restart comboi»).`,
  },
};
