import { z } from "zod";
import { count, list, origin } from "./value-schemas.ts";

export const addressVariables = z.object({
  PORT: count(65_535).default(4680),
  HOST: z.string().optional(),
  SWATH_PUBLIC_URL: origin.optional(),
  SWATH_TRUST_PROXY: z.string().default("false"),
  SWATH_HOSTS: list(""),
  SWATH_OPERATIONS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  SWATH_WEB_ORIGINS: list("").pipe(z.array(origin)),
});

function trusted(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

/** Where the program answers, and whom. */
export function addressesOf(values: z.output<typeof addressVariables>, demonstration: boolean) {
  return {
    port: values.PORT,
    // The demonstration lets anyone in: it stays on this machine unless configured otherwise.
    host: values.HOST ?? (demonstration ? "localhost" : "0.0.0.0"),
    publicUrl: new URL(values.SWATH_PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    trustProxy: trusted(values.SWATH_TRUST_PROXY),
    /** Other names by which calls may come. */
    hosts: values.SWATH_HOSTS,
    operators: { token: values.SWATH_OPERATIONS_TOKEN, ownMachine: demonstration },
    /** Other origins whose pages may call the API. */
    webOrigins: values.SWATH_WEB_ORIGINS.map((text) => new URL(text).origin),
  };
}
