import { resolve } from "node:path";
import { z } from "zod";

const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
  .optional();

export const dataVariables = z.object({
  SWATH_DATA: z.string().min(1).default("./data"),
  DATABASE_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress,
});

/** The folder of whatever is embedded, and the database where that is another than the embedded one. */
export function dataOf(values: z.output<typeof dataVariables>) {
  return {
    dataFolder: resolve(values.SWATH_DATA),
    databaseUrl: values.DATABASE_URL,
    /** For migrations alone. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
  };
}
