import { z } from "zod";
import { addressesOf, addressVariables } from "./addresses.ts";
import { bucketsOf, bucketVariables } from "./buckets.ts";
import { computeOf, computeVariables } from "./compute.ts";
import { dataOf, dataVariables } from "./data.ts";
import { identityOf, identityVariables } from "./identity.ts";
import { invalidConfig } from "./invalid-config.ts";
import { limitsOf, limitVariables } from "./limits.ts";
import { logOf, logVariables } from "./log-and-audit.ts";
import { mapsOf, mapVariables } from "./maps.ts";
import { newsOf, newsVariables } from "./news.ts";
import { processingOf, processingVariables } from "./processing.ts";
import { storeOf, storeVariables } from "./store.ts";
import { supportOf, supportVariables } from "./support.ts";
import { checkTransport, transportVariables } from "./transport.ts";
import { webPagesOf, webPageVariables } from "./web-pages.ts";

/** All that the environment may say; what it leaves out has the default of the demonstration. */
const variables = z.object({
  ...addressVariables.shape,
  ...dataVariables.shape,
  ...identityVariables.shape,
  ...bucketVariables.shape,
  ...storeVariables.shape,
  ...computeVariables.shape,
  ...limitVariables.shape,
  ...processingVariables.shape,
  ...webPageVariables.shape,
  ...mapVariables.shape,
  ...supportVariables.shape,
  ...newsVariables.shape,
  ...logVariables.shape,
  ...transportVariables.shape,
});

/** A variable that is set to nothing counts as not set. */
function parse(environment: NodeJS.ProcessEnv): z.output<typeof variables> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw invalidConfig(faults.join("; "));
}

/** Reads the environment; throws a StartProblem that names every variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const values = parse(environment);
  const identity = identityOf(values);
  const addresses = addressesOf(values, identity.provider === undefined);
  const data = dataOf(values);
  const buckets = bucketsOf(values);
  const { publicUrl } = addresses;
  const { dataFolder } = data;
  const { uploads, processing, ai, terrainMapperProcessing } = buckets.buckets;
  const shown = [processing, ai, terrainMapperProcessing];
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
    ...storeOf(values, { dataFolder, publicUrl, uploads, shown }),
    ...computeOf(values, { dataFolder }),
    ...limitsOf(values),
    ...processingOf(values, { dataFolder }),
    ...webPagesOf(values, { baseMaps, isDemonstration: identity.provider === undefined }),
    tileOrigins,
    ...support,
    ...newsOf(values),
    ...logOf(values),
  };
}
export type Config = Readonly<ReturnType<typeof readConfig>>;
