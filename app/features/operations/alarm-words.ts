import { formatMegabytes } from '#app/domain/files/format-size.ts';
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
    what: ({ seconds }) => `Va ${Math.abs(Number(seconds))} segons ${Number(seconds) > 0 ? 'avançat' : 'retardat'} respecte de la base de dades.`,
    todo: "Posa la màquina en hora (per exemple amb chrony): reserves i tancaments de venda van pel rellotge.",
  },
  backup_old: {
    title: 'Falta la còpia de seguretat',
    what: ({ hours }) => (hours === undefined ? "No se n'ha fet cap encara." : `L'última és de fa ${hours} hores.`),
    todo: `${LOG} Fes-ne una ara amb «npm run backup».`,
  },
  jobs_stuck: {
    title: 'Una feina de fons no avança',
    what: ({ jobs }) => `No acaba bé: ${jobs ?? ''}.`,
    todo: `${LOG} Si no ho explica, torna a posar Comboi en marxa («systemctl restart comboi»).`,
  },
};
