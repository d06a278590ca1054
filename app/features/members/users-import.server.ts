import { writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import { type GrantableRight, rightsWord } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asAdmin, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { enqueueInvitations } from '#app/features/sign-in/recovery/service.server.ts';

import { type LineProblem, type ListedMember, readMemberList } from './member-list.server.ts';
import { insertUsers, type KnownUserRow, lockUsersByEmail, selectUsersByEmail, setRights, updateUsers } from './users-store.server.ts';

export interface MemberChange {
  line: number;
  email: string;
  name: string;
  role: Role;
  /** Null: unchanged. */
  rights: readonly GrantableRight[] | null;
  before: { name: string; role: Role; rights: readonly GrantableRight[] } | null;
}

export interface ImportPlan {
  created: MemberChange[];
  changed: MemberChange[];
  same: number;
  problems: LineProblem[];
}

/** Writes nothing. */
export async function planImport(deps: Deps, _admin: AdminId, text: string): Promise<ImportPlan> {
  const { members, problems } = readMemberList(text);
  const known = await selectUsersByEmail(deps.db.query, members.map(({ email }) => email));
  return compare(members, known, problems);
}

export type ImportOutcome = { outcome: 'imported'; created: number; invited: number; changed: number; same: number; problems: LineProblem[] } | RightLost;

/** Planned anew in one transaction; idempotent. */
export async function importMembers(deps: Deps, admin: AdminId, input: { text: string; invitation: 'send' | 'none' }): Promise<ImportOutcome> {
  const { members, problems } = readMemberList(input.text);
  return asAdmin(deps, admin, async (tx, { now }): Promise<ImportOutcome> => {
    const known = await lockUsersByEmail(tx, members.map(({ email }) => email));
    const plan = compare(members, known, problems);
    const idOf = new Map(known.map(({ email, id }) => [email, id]));
    const created = await insertUsers(tx, plan.created.map(({ email, name, role }) => ({ id: deps.ids.uuid(), email, name, role })), now);
    const changed = plan.changed.map((change) => ({ ...change, id: idOf.get(change.email)!, before: change.before! }));
    await updateUsers(tx, changed, now);
    const changedRights = toChangedRights({ plan, created, changed });
    await setRights(tx, changedRights);
    const row = { at: now, actor: `user:${admin}`, subject: 'user' } as const;
    await writeAudits(tx, [
      ...created.map(({ id, role }) => ({ ...row, action: 'user.created', subjectId: id, detail: { before: null, after: role, imported: true } })),
      ...changed.flatMap(({ id, name, role, before }) => {
        const action = before.role !== role ? 'user.role_changed' : before.name !== name ? 'user.renamed' : null;
        return action === null ? [] : [{ ...row, action, subjectId: id, detail: { before: before.role, after: role, imported: true } }];
      }),
      ...changedRights.map(({ id, rights, before }) => ({ ...row, action: 'user.rights_changed', subjectId: id, detail: { before: rightsWord(before), after: rightsWord(rights), imported: true } })),
    ]);
    if (input.invitation === 'send') {
      await enqueueInvitations(tx, deps, created.map(({ id, email }) => ({ userId: id, email })));
      await writeAudits(tx, created.map(({ id }) => ({ ...row, action: 'user.invited', subjectId: id })));
    }
    return { outcome: 'imported', created: created.length, invited: input.invitation === 'send' ? created.length : 0, changed: changed.length, same: plan.same, problems: plan.problems };
  });
}

interface ChangedRights {
  id: string;
  rights: readonly GrantableRight[];
  before: readonly GrantableRight[];
}

function toChangedRights(done: { plan: ImportPlan; created: readonly { id: string; email: string }[]; changed: readonly (MemberChange & { id: string })[] }): ChangedRights[] {
  const listed = new Map(done.plan.created.map(({ email, rights }) => [email, rights ?? []]));
  const toNew = done.created.map(({ id, email }) => ({ id, rights: listed.get(email) ?? [], before: [] }));
  const toKnown = done.changed.map(({ id, rights, before }) => ({ id, rights: rights ?? before!.rights, before: before!.rights }));
  return [...toNew, ...toKnown].filter(({ rights, before }) => rightsWord(rights) !== rightsWord(before));
}

function compare(members: readonly ListedMember[], known: readonly KnownUserRow[], problems: readonly LineProblem[]): ImportPlan {
  const byEmail = new Map(known.map((user) => [user.email, user]));
  const plan: ImportPlan = { created: [], changed: [], same: 0, problems: [...problems] };
  for (const member of members) {
    const user = byEmail.get(member.email);
    if (!user) plan.created.push({ ...member, before: null });
    else if (user.role === 'admin' && member.role !== 'admin') {
      // A forgotten line must not lock the admins out.
      plan.problems.push({ line: member.line, text: `${member.email} és administrador: el seu rol es canvia des de la seua fitxa.` });
    } else if (user.role === member.role && user.name === member.name && hasSameRights(user, member)) plan.same += 1;
    else plan.changed.push({ ...member, before: { name: user.name, role: user.role, rights: user.rights } });
  }
  plan.problems.sort((one, other) => one.line - other.line);
  return plan;
}

function hasSameRights(user: KnownUserRow, { rights }: ListedMember): boolean {
  return rights === null || rightsWord(rights) === rightsWord(user.rights);
}
