import { aPicture, aTextPdf } from '#tests/support/app/pictures.ts';

import { differs } from '../difference.ts';
import type { World } from '../world.ts';
import { formsIn } from '../forms.ts';
import { cookieFor, type Person } from './person.ts';
import { linksOn } from './presser.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
let picture: Promise<Uint8Array> | null = null;
let pdf: Promise<Uint8Array> | null = null;

/** Sends a file in two pieces, with an answer lost here and there; asks how far it came, and may give up. The id of the file. */
async function upload(world: World, editor: Person, { bucket, bytes }: { bucket: string; bytes: Uint8Array }): Promise<string | null> {
  const { dice } = editor;
  const cookie = await cookieFor(world, editor, { proved: true });
  const begun = await world.insist(dice, { method: 'POST', path: '/api/admin/uploads', cookie, headers: { ...TUS, 'Upload-Length': String(bytes.byteLength), 'Upload-Metadata': `bucket ${Buffer.from(bucket).toString('base64')}` } });
  const path = begun.headers.get('Location')?.replace(/^https?:\/\/[^/]+/, '');
  if (begun.status !== 201 || path === undefined) throw differs(world, `an upload of ${bytes.byteLength} bytes is answered ${begun.status} ${JSON.stringify(begun.body)}`);
  if (dice.chance(0.15)) {
    await world.insist(dice, { method: 'DELETE', path, cookie, headers: TUS });
    return null;
  }
  const half = bytes.byteLength >> 1;
  await send(world, editor, { path, from: 0, bytes: bytes.subarray(0, half) });
  const done = await send(world, editor, { path, from: half, bytes: bytes.subarray(half) });
  const { body } = await world.insist<{ id?: string }>(dice, { path, cookie });
  const id = (done as { id?: string }).id ?? body.id;
  if (id === undefined) throw differs(world, `an upload that came whole has no file: ${JSON.stringify(done)} ${JSON.stringify(body)}`);
  return id;
}

/** Where its answer was lost, the piece is there already. */
async function send(world: World, editor: Person, { path, from, bytes }: { path: string; from: number; bytes: Uint8Array }): Promise<unknown> {
  const { status, body } = await world.insist(editor.dice, { method: 'PATCH', path, bytes, cookie: await cookieFor(world, editor), headers: { ...TUS, 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' } });
  if (status >= 400 && ![404, 409, 410].includes(status)) throw differs(world, `a piece of a file is answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A booklet of an old year: its pages are read and drawn by the rounds; it is changed, and goes again. */
export async function keepBooklets(world: World, editor: Person): Promise<void> {
  const { dice } = editor;
  pdf ??= aTextPdf(['Llibret de la falla', 'Explicació']);
  const fileId = await upload(world, editor, { bucket: 'booklets', bytes: await pdf });
  if (fileId === null) return;
  const key = (): string => `llibret-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;
  const cookie = await cookieFor(world, editor);
  const made = await world.insist<{ id: string; version: number }>(dice, { path: '/api/admin/booklets', key: key(), cookie, body: { year: dice.between(1950, 2029), fileId } });
  world.record.did(editor.name, `uploads a booklet ${made.status}`);
  // Of that year there is one already.
  if (made.status !== 201) return;
  await world.rounds();
  const path = `/api/admin/booklets/${made.body.id}`;
  const seen = await world.insist<{ version: number; year: number }>(dice, { path, cookie });
  if (seen.status !== 200) throw differs(world, `a booklet is answered ${seen.status}`);
  await world.insist(dice, { method: 'PUT', path, key: key(), cookie, headers: { 'If-Match': `"${seen.body.version}"` }, body: { year: seen.body.year } });
  if (dice.chance(0.7)) await world.insist(dice, { method: 'DELETE', path, key: key(), cookie });
}

/** A picture that nothing names yet: it is swept when it is old. */
export async function uploadPicture(world: World, editor: Person): Promise<void> {
  picture ??= aPicture({ width: 200, height: 160 });
  const id = await upload(world, editor, { bucket: 'news-images', bytes: await picture });
  world.record.did(editor.name, `uploads a picture ${id === null ? 'and gives up' : ''}`);
}

const WALLS = [
  { list: '/admin/home', like: /^\/admin\/home\/[0-9a-f-]{36}$/, bucket: 'site' },
  { list: '/admin/awards', like: /^\/admin\/awards\/[0-9a-f-]{36}$/, bucket: 'awards' },
] as const;

/** Uploads a picture and hangs it, as the script of a page does once a file was chosen. */
export async function hangPicture(world: World, editor: Person): Promise<void> {
  const { list, like, bucket } = editor.dice.pick(WALLS);
  const [path] = await linksOn(world, editor, { path: list, like });
  if (path !== undefined) await hangOn(world, editor, { path, bucket });
}

export async function hangOn(world: World, editor: Person, { path, bucket }: { path: string; bucket: string }): Promise<void> {
  const { dice } = editor;
  const { body: html } = await world.insist<string>(dice, { path, cookie: await cookieFor(world, editor) });
  const form = formsIn(html).find(({ fields }) => fields.some(({ type }) => type === 'file'));
  if (form === undefined) return;
  picture ??= aPicture({ width: 200, height: 160 });
  const fileId = await upload(world, editor, { bucket, bytes: await picture });
  if (fileId === null) return;
  const hidden = form.fields.filter(({ type }) => type === 'hidden').map(({ name, value }): [string, string] => [name, value]);
  const { status } = await world.insist(dice, { path: form.action ?? path, form: [...hidden, ['fileId', fileId]], cookie: await cookieFor(world, editor, { proved: true }) });
  if (status >= 500) throw differs(world, `a picture on ${path} is answered ${status}`);
  world.record.did(editor.name, `hangs a picture ${status}, ${path}`);
}
