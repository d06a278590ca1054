import type { SentNeeds } from '#app/domain/food/needs.ts';

export function needsSent(form: FormData): SentNeeds {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const consent = text('consent');
  return {
    codes: form.getAll('codes').filter((code) => typeof code === 'string'),
    other: text('other'),
    firstName: text('firstName'),
    consent: consent === 'own' || consent === 'other',
    forOther: consent === 'other',
  };
}
