import { resolve } from "node:path";
import { z } from "zod";

export const dataVariables = z.object({
  SWATH_DATA: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
    .optional(),
});

/** The database, and the folder of whatever is embedded. */
export interface DataConfig {
  /** Absolute path. */
  readonly dataFolder: string;
  /** Undefined: the embedded PostgreSQL of the data folder. */
  readonly databaseUrl: string | undefined;
}

export function dataOf(values: z.output<typeof dataVariables>): DataConfig {
  return { dataFolder: resolve(values.SWATH_DATA), databaseUrl: values.DATABASE_URL };
}
