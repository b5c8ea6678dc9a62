import { systemClock } from "../platform/clock/clock.ts";
import { DEMONSTRATION_ACCOUNTS } from "../platform/embedded-identity/accounts.ts";
import { demonstrationToken } from "../platform/embedded-identity/demonstration-token.ts";
import { providerKeys } from "../platform/embedded-identity/keys.ts";
import type { Config } from "./config/read-config.ts";
import { StartProblem } from "./start-problem.ts";

const TOKEN_SECONDS = 12 * 3_600;

/** A bearer for a demonstration account; the servers of this data folder take it. */
export async function tokenFor(config: Config, account: string): Promise<string> {
  if (config.provider !== undefined)
    throw new StartProblem("Tokens are made for the demonstration's own provider only.");
  const token = await demonstrationToken(account, {
    publicUrl: config.publicUrl,
    keys: await providerKeys(config.dataFolder),
    groups: config.groups,
    clock: systemClock,
    seconds: TOKEN_SECONDS,
  });
  if (token !== undefined) return token;
  const known = DEMONSTRATION_ACCOUNTS.map(({ id }) => id).join(", ");
  throw new StartProblem(`There is no demonstration account ${account}; there are ${known}.`);
}
