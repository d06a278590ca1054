import type { Page } from 'playwright-core';

import { DEMO_PASSWORD } from './buyers.ts';
import { button, heading, mailsTo, press, type SentMail } from './shopper.ts';

/** The steps of somebody with an account, by what they see on the screen. */

export interface Credentials {
  email: string;
  password: string;
}

/** Fills the login screen, which is open, and sends it. */
export async function fillLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Correu electrònic').fill(email);
  await page.getByLabel('Contrasenya', { exact: true }).fill(password);
  await press(page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }));
}

/** By the screen, which leads home. */
export async function logIn(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, credentials);
  await page.waitForURL((url) => url.pathname === '/');
  // The address comes before the page.
  await page.getByText('Tancar sessió').first().waitFor({ state: 'attached' });
}

/** Without the screen: whatever page is opened next is theirs. */
export async function signIn(page: Page, { email, password = DEMO_PASSWORD }: Pick<Credentials, 'email'> & Partial<Credentials>): Promise<void> {
  const status = (await page.request.post('/api/session', { data: { email, password } })).status();
  if (status !== 204) throw new Error(`the login answered ${status}`);
}

/** Opens what the header offers to whoever is signed in: the hamburger on a narrow screen, else 'El meu perfil'. */
export async function openMenu(page: Page): Promise<void> {
  await press(page.getByLabel('Menú').or(page.locator('summary', { hasText: 'El meu perfil' })).filter({ visible: true }));
}

export async function chooseFromProfile(page: Page, entry: string): Promise<void> {
  await openMenu(page);
  await press(page.getByRole('banner').getByText(entry, { exact: true }).filter({ visible: true }));
}

export async function logOut(page: Page): Promise<void> {
  await chooseFromProfile(page, 'Tancar sessió');
  await page.waitForURL(/\/login$/);
}

/** Types a new password twice on the reset screen, which is open, and sends it. */
export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Nova contrasenya', { exact: true }).fill(password);
  await page.getByLabel('Repetix la nova contrasenya', { exact: true }).fill(password);
  await press(button(page, 'Guardar la contrasenya'));
  await heading(page, 'Contrasenya Actualitzada');
}

/** The mail of this subject to somebody, once it has left. */
export async function mailAbout(page: Page, wanted: { to: string; subject: string | RegExp }): Promise<SentMail> {
  const isWanted = ({ subject }: SentMail): boolean => (typeof wanted.subject === 'string' ? subject === wanted.subject : wanted.subject.test(subject));
  return (await mailsTo(page, wanted.to, isWanted)).find(isWanted)!;
}

/** The recovery link of a mail. */
export function recoveryLinkIn(mail: SentMail): URL {
  const [link] = /https?:\/\/\S+#\S+/.exec(mail.text) ?? [];
  if (link === undefined) throw new Error(`no link in ${mail.subject}`);
  return new URL(link);
}
