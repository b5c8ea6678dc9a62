import { z } from "zod";
import { InvalidConfig, setting } from "./value-schemas.ts";
import { LOOPBACK } from "../../platform/http/known-hosts.ts";

const UNPROTECTED = ["address", "issuer", "database", "store", "jira"] as const;
type Link = (typeof UNPROTECTED)[number];

export const transportVariables = z.object({
  SWATH_ALLOW_INSECURE: setting(
    z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((word) => word.trim() || []))
      .pipe(z.array(z.enum(UNPROTECTED, { error: `must be of ${UNPROTECTED.join(", ")}` }))),
    "starts in production without TLS, by name and comma: `address` (`SWATH_PUBLIC_URL`), `issuer`, `database` (`sslmode=verify-full`), `store`, `jira`",
    { otherwise: "none: Swath does not start" },
  ),
});

/** The addresses that tokens, passwords or data travel to. */
export interface Links {
  readonly address: URL;
  readonly issuer: URL | undefined;
  readonly databaseUrl: string | undefined;
  readonly stores: readonly (string | undefined)[];
  readonly jira: URL | undefined;
}

const isOwnMachine = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);
const isEncrypted = (url: URL): boolean => url.protocol === "https:" || isOwnMachine(url);

/** Modes of libpq in which a connection is encrypted and its server's certificate is verified. */
const VERIFIED = new Set(["require", "verify-ca", "verify-full"]);

function isDatabaseEncrypted(text: string): boolean {
  const url = new URL(text);
  const host = url.searchParams.get("host") ?? url.hostname;
  if (host === "" || host.startsWith("/") || LOOPBACK.has(host)) return true;
  return VERIFIED.has(url.searchParams.get("sslmode") ?? "");
}

const FAULTS: Readonly<Record<Link, readonly [name: string, reason: string]>> = {
  address: ["SWATH_PUBLIC_URL", "is no https address"],
  issuer: ["OIDC_ISSUER", "is no https address"],
  database: ["DATABASE_URL", "has no sslmode=verify-full"],
  store: ["S3_ENDPOINT or S3_PUBLIC_ENDPOINT", "is no https address"],
  jira: ["JIRA_URL", "is no https address"],
};

function unprotected({ address, issuer, databaseUrl, stores, jira }: Links): Link[] {
  const secure: Readonly<Record<Link, boolean>> = {
    // People reach a server of others by the network; the demonstration stays on its machine.
    address: address.protocol === "https:" || (issuer === undefined && isOwnMachine(address)),
    issuer: issuer === undefined || isEncrypted(issuer),
    database: databaseUrl === undefined || isDatabaseEncrypted(databaseUrl),
    store: stores.every((text) => text === undefined || isEncrypted(new URL(text))),
    jira: jira === undefined || isEncrypted(jira),
  };
  return UNPROTECTED.filter((link) => !secure[link]);
}

/**
 * Refuses to start in production (by `NODE_ENV`, or with a provider on another machine) where
 * something confidential would travel without TLS, unless that is allowed by name.
 */
export function checkTransport(
  values: z.output<typeof transportVariables> & { readonly NODE_ENV: string },
  links: Links,
): void {
  const production =
    values.NODE_ENV === "production" || (links.issuer !== undefined && !isOwnMachine(links.issuer));
  if (!production) return;
  const faults = unprotected(links).filter((link) => !values.SWATH_ALLOW_INSECURE.includes(link));
  if (faults.length === 0) return;
  throw new InvalidConfig(
    faults.map((link) => ({ name: FAULTS[link][0], value: undefined, reason: FAULTS[link][1] })),
    `Swath does not start without TLS: ${faults.map((link) => FAULTS[link].join(" ")).join("; ")}. ` +
      `SWATH_ALLOW_INSECURE=${faults.join(",")} starts it all the same.`,
  );
}
