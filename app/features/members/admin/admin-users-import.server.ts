import { data } from 'react-router';

import type { PasswordAsk } from '#app/design/admin-kit/form/form-reply.ts';
import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { readFormUpTo } from '#app/platform/http/guards/read-body.server.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { askPasswordAgain } from '#app/features/sign-in/password-proof/service.server.ts';

import { MEMBER_LIST_BYTES } from '../routes.ts';
import { decodeList, type LineProblem } from '../member-list.server.ts';
import { importMembers, type ImportPlan, planImport } from '../users-import.server.ts';
import type { Route } from './+types/admin-users-import.ts';
import { LIST_TOO_LONG } from './import-draft.ts';

const EMPTY = 'Tria un fitxer o enganxa la llista.';

export const loader = adminLoader('admin', () => ({ maxBytes: MEMBER_LIST_BYTES }));

export type ImportReply =
  | { step: 'choose'; problem: string }
  | { step: 'preview'; text: string; plan: ImportPlan; ask?: PasswordAsk }
  | { step: 'done'; created: number; invited: number; changed: number; same: number; problems: LineProblem[] };

/** Both steps reply themselves, also to an oversized list. */
export async function action(args: Route.ActionArgs): Promise<ReturnType<typeof data<ImportReply>>> {
  const { deps, staff } = staffOf(args, 'admin');
  const form = await readFormUpTo(args.request, MEMBER_LIST_BYTES);
  if (form === null) return data({ step: 'choose', problem: LIST_TOO_LONG }, { status: 413 });
  const text = await listOf(form);
  if (text.trim() === '') return data({ step: 'choose', problem: EMPTY }, { status: 400 });
  if (form.get('intent') !== 'import') {
    return data({ step: 'preview', text, plan: await planImport(deps, staff, text) });
  }
  const ask = await askPasswordAgain(args, form);
  if (ask !== null) return data({ step: 'preview', text, plan: await planImport(deps, staff, text), ask }, { status: 403 });
  const imported = await importMembers(deps, staff, { text, invitation: form.has('invite') ? 'send' : 'none' });
  if (imported.outcome === 'refused') throw refuseAdminPage();
  return data({ ...imported, step: 'done' });
}

/** A file takes precedence over the text field. */
async function listOf(form: FormData): Promise<string> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) return decodeList(new Uint8Array(await file.arrayBuffer()));
  return textOf(form, 'text');
}
