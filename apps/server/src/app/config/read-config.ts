import { bucketsOf, coldOf, storeOf } from "./store.ts";
import { computeOf, processingOf } from "./compute.ts";
import { identityOf } from "./identity.ts";
import { limitsOf } from "./limits.ts";
import { mapsOf } from "./maps.ts";
import { newsOf, supportOf } from "./news.ts";
import { webPagesOf } from "./page-settings.ts";
import { addressesOf, dataOf, logOf } from "./program.ts";
import { withSecrets } from "./secret-files.ts";
import { readSettings, settingsInForce } from "./settings.ts";
import { checkTransport } from "./transport.ts";
import { unknownSettings } from "./unknown-settings.ts";

/** Reads the environment; throws a StartProblem that names every variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const given = withSecrets(environment);
  const values = readSettings(given);
  const identity = identityOf(values);
  const addresses = addressesOf(values, identity.provider === undefined);
  const data = dataOf(values);
  const buckets = bucketsOf(values);
  const { publicUrl } = addresses;
  const { dataFolder } = data;
  const { uploads } = buckets.buckets;
  // What lies in the landing bucket is not verified: no page shows it.
  const shown = [...new Set(Object.values(buckets.buckets))].filter((name) => name !== uploads);
  const support = supportOf(values);
  const { baseMaps, tileOrigins } = mapsOf(values);
  checkTransport(values, {
    address: publicUrl,
    issuer: identity.provider?.issuer,
    databaseUrl: data.databaseUrl,
    stores: [
      ...(values.SWATH_STORE === "s3" ? [values.S3_ENDPOINT, values.S3_PUBLIC_ENDPOINT] : []),
      ...values.SWATH_STORE_ADDRESSES,
    ],
    jira: support.jira?.url,
  });
  return {
    ...addresses,
    ...data,
    ...identity,
    ...buckets,
    ...coldOf(values),
    ...storeOf(values, { dataFolder, publicUrl, uploads, shown }),
    ...computeOf(values, { dataFolder }),
    ...limitsOf(values),
    ...processingOf(values, { dataFolder }),
    ...webPagesOf(values, { baseMaps, isDemonstration: identity.provider === undefined }),
    tileOrigins,
    ...support,
    ...newsOf(values),
    ...logOf(values),
    /** As the administration page shows them. */
    settings: settingsInForce(given),
    unknownSettings: unknownSettings(environment),
  };
}
export type Config = Readonly<ReturnType<typeof readConfig>>;
