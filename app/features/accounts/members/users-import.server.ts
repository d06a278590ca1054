import { writeAudits } from '#app/adapters/db/audit.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import { asAdmin } from '#app/http/guards/staff.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { type LineProblem, type ListedMember, readMemberList } from './member-list.server.ts';
import { enqueueInvitations } from '../recovery/recovery.server.ts';
import type { UserRefusal } from './users.server.ts';
import { insertUsers, lockUsersByEmail, selectUsersByEmail, updateUsers, type UserRow } from './users-store.server.ts';

export interface MemberChange {
  line: number;
  email: string;
  name: string;
  role: Role;
  /** Null for a new account. */
  before: { name: string; role: Role } | null;
}

export interface ImportPlan {
  created: MemberChange[];
  changed: MemberChange[];
  /** Lines that change nothing. */
  same: number;
  problems: LineProblem[];
}

/** Writes nothing. */
export async function planImport(deps: Deps, _admin: AdminId, text: string): Promise<ImportPlan> {
  const { members, problems } = readMemberList(text);
  const known = await selectUsersByEmail(deps.db.query, members.map(({ email }) => email));
  return compare(members, known, problems);
}

export type ImportOutcome =
  | { outcome: 'imported'; created: number; changed: number; same: number; problems: LineProblem[] }
  | { outcome: 'refused'; reason: UserRefusal };

/** Against the accounts as they are by then, in one transaction; repeated it changes nothing. */
export async function importMembers(deps: Deps, admin: AdminId, input: { text: string; invitation: 'send' | 'none' }): Promise<ImportOutcome> {
  const { members, problems } = readMemberList(input.text);
  return asAdmin(deps, admin, async (tx, { now }): Promise<ImportOutcome> => {
    const known = await lockUsersByEmail(tx, members.map(({ email }) => email));
    const plan = compare(members, known, problems);
    const idOf = new Map(known.map(({ email, id }) => [email, id]));
    const created = await insertUsers(tx, plan.created.map(({ email, name, role }) => ({ id: deps.ids.uuid(), email, name, role })), now);
    const changed = plan.changed.map(({ email, name, role, before }) => ({ id: idOf.get(email)!, email, name, role, before }));
    await updateUsers(tx, changed, now);
    const row = { at: now, actor: `user:${admin}`, subject: 'user' } as const;
    await writeAudits(tx, [
      ...created.map(({ id, role }) => ({ ...row, action: 'user.created', subjectId: id, detail: { before: null, after: role, imported: true } })),
      ...changed.map(({ id, role, before }) => ({
        ...row,
        action: before!.role === role ? 'user.renamed' : 'user.role_changed',
        subjectId: id,
        detail: { before: before!.role, after: role, imported: true },
      })),
    ]);
    if (input.invitation === 'send') {
      await enqueueInvitations(tx, deps, created.map(({ id, email }) => ({ userId: id, email })));
      await writeAudits(tx, created.map(({ id }) => ({ ...row, action: 'user.invited', subjectId: id })));
    }
    return { outcome: 'imported', created: created.length, changed: changed.length, same: plan.same, problems: plan.problems };
  });
}

function compare(members: readonly ListedMember[], known: readonly UserRow[], problems: readonly LineProblem[]): ImportPlan {
  const byEmail = new Map(known.map((user) => [user.email, user]));
  const plan: ImportPlan = { created: [], changed: [], same: 0, problems: [...problems] };
  for (const member of members) {
    const user = byEmail.get(member.email);
    if (!user) plan.created.push({ ...member, before: null });
    else if (user.role === 'admin' && member.role !== 'admin') {
      // A forgotten line must not lock the admins out.
      plan.problems.push({ line: member.line, text: `${member.email} és administrador: el seu rol es canvia des de la seua fitxa.` });
    } else if (user.role === member.role && user.name === member.name) plan.same += 1;
    else plan.changed.push({ ...member, before: { name: user.name, role: user.role } });
  }
  plan.problems.sort((one, other) => one.line - other.line);
  return plan;
}
