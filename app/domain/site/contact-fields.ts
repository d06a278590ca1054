type Read<Value> = { value: Value } | { problem: string };

export function readPhone(typed: string): Read<{ text: string; dial: string }> {
  const text = typed.trim().replace(/\s+/g, ' ');
  const digits = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (!/^\+?\d{7,15}$/.test(digits)) return { problem: 'Escriu el telèfon amb xifres, com 964 000 007 o +34 964 000 007' };
  return { value: { text, dial: digits.length === 9 ? `+34${digits}` : digits } };
}

export function readInstagram(typed: string): Read<string> {
  const account = typed.trim().replace(/^(https?:\/\/)?(www\.)?instagram\.com\//i, '').replace(/^@/, '').replace(/[/?].*$/, '');
  return /^[\w.]{1,30}$/.test(account) ? { value: account } : { problem: 'Escriu el nom del compte, com falla.mar.i.foc' };
}

export function readWebAddress(typed: string): Read<string> {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  const isSound = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') && url.username === '' && url.password === '';
  return isSound ? { value: url.href } : { problem: "Escriu l'adreça sencera, com https://exemple.com/pagina" };
}
