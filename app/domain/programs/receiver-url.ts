const MAX_LENGTH = 500;

/** The address as it is stored, or what is wrong with it. Where its name leads is looked at before each sending. */
export function readReceiverUrl(typed: string, { loopback }: { loopback: boolean }): { url: string } | { problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: "Escriu l'adreça que ha de rebre els avisos" };
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return { problem: "No és una adreça: ha de ser com https://exemple.cat/avisos" };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return { problem: "Sense usuari ni contrasenya dins de l'adreça" };
  if (url.hash !== '') return { problem: "Lleva el que va darrere de «#»: no s'envia" };
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (isLoopback && !loopback) return { problem: 'Ha de ser una adreça de fora, no la d\'esta màquina' };
  if (url.protocol !== 'https:' && !(isLoopback && url.protocol === 'http:')) return { problem: 'Ha de començar per https://' };
  return { url: url.href };
}
