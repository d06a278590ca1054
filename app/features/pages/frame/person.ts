import type { Role } from '#app/domain/roles.ts';

/** Who is signed in, as far as the frame shows it. */
export interface Person {
  name: string;
  role: Role;
}
