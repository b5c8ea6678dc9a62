import { randomUUID } from "node:crypto";
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { tryMail } from "../news/mail/mail-account.ts";
import { certificateEnd } from "../operations/certificates.ts";
import { freeOfFolder } from "../operations/checks.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { discover } from "../platform/identity/relying-party.ts";
import { openComputeEngine } from "../platform/open-compute.ts";
import { openObjectStore } from "../platform/open-store.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { makeFolders } from "../platform/system.ts";
import { createJira } from "../support/jira.ts";
import type { Config } from "./config/read-config.ts";
import { checkPrepared, checkWorksWith } from "./prepare-database.ts";
import { openStages } from "./stages-command.ts";

/** Something of the configuration that is tried; `run` answers what it found, or throws why it does not work. */
export interface Trial {
  /** The variable that names it. */
  readonly setting: string;
  readonly run: () => Promise<string>;
}

const TIMEOUT_MS = 15_000;
const DAY_MS = 86_400_000;
/** Fewer days left on a certificate are a fault. */
const LEAST_DAYS = 14;

async function tryFolder({ dataFolder, diskReserveBytes }: Config): Promise<string> {
  await makeFolders(dataFolder);
  const probe = join(dataFolder, `probe-${randomUUID()}`);
  await writeFile(probe, "", { flag: "wx" });
  await rm(probe);
  const free = await freeOfFolder(dataFolder);
  const gigabytes = `${(free / 1e9).toFixed(0)} GB free`;
  if (free < diskReserveBytes) throw new Error(`${dataFolder} has only ${gigabytes}`);
  return `${dataFolder} may be written, ${gigabytes}`;
}

async function tryDatabase(url: string, release: string): Promise<string> {
  const db = openDatabase(url, { connections: 1 });
  try {
    const { rows } = await sql<{ version: string; role: string }>`
      SELECT current_setting('server_version') AS version, current_user AS role`.execute(db);
    await checkPrepared(db);
    await checkWorksWith(db, release);
    return `PostgreSQL ${rows[0]?.version} answers ${rows[0]?.role}, and is prepared for this release`;
  } finally {
    await db.destroy();
  }
}

async function tryStore({ store: options, buckets, supportBucket }: Config): Promise<string> {
  const store = await openObjectStore(options, systemClock);
  await store.ping();
  const all = [...new Set([...Object.values(buckets), supportBucket])];
  const there = await Promise.all(all.map((bucket) => store.hasBucket(bucket)));
  const missing = all.filter((_bucket, at) => there[at] !== true);
  if (missing.length === 0) return `it answers, and has all ${all.length} buckets`;
  return `it answers; the first start makes ${missing.join(", ")}`;
}

async function tryIssuer(provider: NonNullable<Config["provider"]>): Promise<string> {
  const found = (await discover(provider)).serverMetadata();
  if (found.authorization_endpoint === undefined)
    throw new Error("it names no authorization endpoint");
  return `it answers as ${found.issuer}`;
}

async function tryJira(account: NonNullable<Config["jira"]>): Promise<string> {
  const answer = await createJira(account).check();
  if (!answer.ok) throw new Error(answer.problem);
  return "it takes the account";
}

async function tryEngine({ compute }: Config): Promise<string> {
  const { cpus, nodes } = await (await openComputeEngine(compute)).capacity();
  return `it answers, with ${cpus} processors of ${nodes.length} nodes`;
}

async function tryCertificate(url: URL): Promise<string> {
  const end = await certificateEnd(url);
  if (end === undefined) return "nothing answers there yet";
  const days = Math.floor((end.getTime() - systemClock().getTime()) / DAY_MS);
  if (days < LEAST_DAYS) throw new Error(`its certificate ends in ${days} days`);
  return `its certificate holds for ${days} days`;
}

async function tryPages({ webFolder }: Config): Promise<string> {
  await access(join(webFolder, "index.html")).catch(() => {
    throw new Error(`${webFolder} holds no built pages`);
  });
  return `${webFolder} holds the built pages`;
}

async function tryStages(config: Config): Promise<string> {
  const { stages, templates } = await openStages(config);
  return `${stages.size} stages and ${templates.size} templates are right`;
}

/** All that a configuration names and that can be tried without changing anything. */
export function trialsOf(config: Config): readonly Trial[] {
  const { databaseUrl, databaseOwnerUrl, provider, mail, jira, release, publicUrl } = config;
  const trials: (Trial | undefined)[] = [
    { setting: "SWATH_DATA", run: () => tryFolder(config) },
    databaseUrl === undefined
      ? undefined
      : { setting: "DATABASE_URL", run: () => tryDatabase(databaseUrl, release) },
    databaseOwnerUrl === undefined
      ? undefined
      : { setting: "DATABASE_OWNER_URL", run: () => tryDatabase(databaseOwnerUrl, release) },
    config.store.kind === "s3"
      ? { setting: "S3_ENDPOINT", run: () => tryStore(config) }
      : undefined,
    provider && { setting: "OIDC_ISSUER", run: () => tryIssuer(provider) },
    config.compute.kind === "slurm"
      ? { setting: "SLURM_REST_URL", run: () => tryEngine(config) }
      : undefined,
    mail && {
      setting: "SWATH_SMTP_URL",
      run: () => tryMail(mail).then(() => "it takes the account"),
    },
    jira && { setting: "JIRA_URL", run: () => tryJira(jira) },
    publicUrl.protocol === "https:"
      ? { setting: "SWATH_PUBLIC_URL", run: () => tryCertificate(publicUrl) }
      : undefined,
    { setting: "SWATH_WEB", run: () => tryPages(config) },
    { setting: "SWATH_STAGES", run: () => tryStages(config) },
  ];
  return trials.filter((trial) => trial !== undefined);
}

/** An error as one line, with those that caused it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own =
    error.message === "" ? ((error as NodeJS.ErrnoException).code ?? error.name) : error.message;
  const first = own.split("\n").join("; ");
  return error.cause instanceof Error ? `${first}: ${reasonOf(error.cause)}` : first;
}

export type TrialResult =
  | { readonly ok: true; readonly found: string }
  | { readonly ok: false; readonly why: string };

/** Runs a trial; one without an answer fails after 15 s. */
export async function resultOf({ run }: Trial): Promise<TrialResult> {
  const late = sleep(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer for ${TIMEOUT_MS / 1_000} s`);
  });
  try {
    return { ok: true, found: await Promise.race([run(), late]) };
  } catch (error) {
    return { ok: false, why: reasonOf(error) };
  }
}
