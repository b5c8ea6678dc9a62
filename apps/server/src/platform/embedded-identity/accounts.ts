import type { Role } from "@swath/contract/identity";
import type { RoleGroups } from "../identity/bearer.ts";

/** A person of the demonstration; never found in a real provider. */
export interface DemonstrationAccount {
  /** The user name, and the subject of the tokens. */
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly roles: readonly Role[];
  /** Who they are at the company, and what they may do, for the sign-in page. */
  readonly post: string;
  readonly does: string;
}

const account = (
  [id, givenName, familyName]: readonly [id: string, givenName: string, familyName: string],
  roles: readonly Role[],
  [post, does]: readonly [post: string, does: string],
): DemonstrationAccount => ({ id, givenName, familyName, roles, post, does });

const CREW = "Field crew";

export const DEMONSTRATION_ACCOUNTS: readonly DemonstrationAccount[] = [
  account(
    ["crew", "Casey", "Crew"],
    ["base"],
    [CREW, "Uploads flights, and follows what becomes of them."],
  ),
  account(
    ["crew2", "Robin", "Reyes"],
    ["base"],
    [CREW, "Does the same: see how Casey’s uploads look to a colleague."],
  ),
  account(
    ["office", "Olive", "Office"],
    ["base"],
    ["Office", "Adds parameters and instructions, uploads finished clouds, judges QA."],
  ),
  account(
    ["operator", "Otto", "Operator"],
    ["base", "resubmit"],
    ["Processing operator", "Runs jobs again, and reads the history."],
  ),
  account(
    ["leader", "Lena", "Leader"],
    ["base", "leader", "resubmit"],
    ["Team leader", "Runs jobs again, resets uploads, and archives flights."],
  ),
  account(
    ["admin", "Ada", "Admin"],
    ["base", "admin", "resubmit"],
    ["Administrator", "Does all of that, ends sessions, and sets the version of LMS."],
  ),
  account(
    ["processing", "Priya", "Process"],
    ["base", "processingOnly"],
    ["Processing only", "Works at one dashboard: sees no flights, no uploads, no Terrain Mapper."],
  ),
  account(
    ["guest", "Gus", "Guest"],
    ["base", "guest"],
    ["Guest", "Looks at flights and processing, and changes nothing."],
  ),
  account(
    ["nogroup", "Noa", "Group"],
    [],
    ["In no group", "May sign in, and is told whom to ask for access."],
  ),
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
