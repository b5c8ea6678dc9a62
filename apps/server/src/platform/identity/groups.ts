import { type Role, ROLES } from "@swath/contract/identity";

/** The group identifiers of each role, as the identity provider writes them in its tokens. */
export type RoleGroups = Readonly<Record<Role, readonly string[]>>;

/** The roles that a person's groups give, in the order of the contract. */
export function rolesOf(groups: readonly string[], roleGroups: RoleGroups): Role[] {
  const held = new Set(groups);
  return ROLES.filter((role) => roleGroups[role].some((group) => held.has(group)));
}
