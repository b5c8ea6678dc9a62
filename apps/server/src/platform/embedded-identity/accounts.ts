import type { Role } from "@swath/contract/identity";
import type { RoleGroups } from "../identity/bearer.ts";

/** A person of the demonstration; never found in a real provider. */
export interface DemonstrationAccount {
  /** The user name, and the subject of the tokens. */
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly roles: readonly Role[];
}

const account = (id: string, givenName: string, familyName: string, roles: readonly Role[]) => ({
  id,
  givenName,
  familyName,
  roles,
});

export const DEMONSTRATION_ACCOUNTS: readonly DemonstrationAccount[] = [
  account("crew", "Casey", "Crew", ["base"]),
  account("crew2", "Robin", "Reyes", ["base"]),
  account("office", "Olive", "Office", ["base"]),
  account("operator", "Otto", "Operator", ["base", "resubmit"]),
  account("leader", "Lena", "Leader", ["base", "leader", "resubmit"]),
  account("admin", "Ada", "Admin", ["base", "admin", "resubmit"]),
  account("processing", "Priya", "Process", ["base", "processingOnly"]),
  account("guest", "Gus", "Guest", ["base", "guest"]),
  account("nogroup", "Noa", "Group", []),
];

export function findAccount(id: string): DemonstrationAccount | undefined {
  return DEMONSTRATION_ACCOUNTS.find((known) => known.id === id);
}

/** What a token says of an account, with the groups as the server's configuration names them. */
export function claimsOf(person: DemonstrationAccount, groups: RoleGroups) {
  return {
    sub: person.id,
    name: `${person.givenName} ${person.familyName}`,
    given_name: person.givenName,
    family_name: person.familyName,
    email: `${person.id}@demonstration.invalid`,
    preferred_username: person.id,
    groups: person.roles.flatMap((role) => groups[role].slice(0, 1)),
  };
}
