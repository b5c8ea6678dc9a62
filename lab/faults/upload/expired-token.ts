import { readConfig } from "../../../apps/server/src/app/config/read-config.ts";
import { demonstrationToken } from "../../../apps/server/src/platform/identity/embedded/demonstration-token.ts";
import { providerKeys } from "../../../apps/server/src/platform/identity/embedded/keys.ts";

const DAY_MS = 86_400_000;
const SECONDS = 60;
const aDayAgo = (): Date => new Date(Date.now() - DAY_MS);

/** A bearer of a demonstration account that was good for a minute a day ago. */
export async function expiredToken(
  env: Readonly<Record<string, string>>,
  account: string,
): Promise<string> {
  const { publicUrl, dataFolder, groups } = readConfig({ ...process.env, ...env });
  const keys = await providerKeys(dataFolder);
  const token = await demonstrationToken(account, {
    publicUrl,
    keys,
    groups,
    clock: aDayAgo,
    seconds: SECONDS,
  });
  if (token === undefined) throw new Error(`no account ${account}`);
  return token;
}
