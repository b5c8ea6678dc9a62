import { execFile } from "node:child_process";
import {
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startOptions } from "./binaries.ts";
import { removeLeftovers } from "./postmaster-file.ts";
import { stopPostmaster, type PostmasterPlan } from "./postmaster.ts";

const run = promisify(execFile);

/** Whether a database was made in this folder. */
export async function initialised(folder: string): Promise<boolean> {
  return (await stat(join(folder, "PG_VERSION")).catch(() => undefined)) !== undefined;
}

function programArguments(aside: string, secret: string, plan: PostmasterPlan): string[] {
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const sync = plan.settings?.["fsync"] === "off" ? ["--no-sync"] : [];
  const access = ["-U", "postgres", "-A", "scram-sha-256", "--pwfile", secret];
  return ["-D", join(aside, "cluster"), "-E", "UTF8", ...locale, ...access, ...sync];
}

/** Makes a database whole or not at all: a folder that was left half made is no database. */
export async function initialise(plan: PostmasterPlan): Promise<void> {
  if (await initialised(plan.folder)) return;
  const aside = `${plan.folder}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  if (plan.account !== undefined) await chown(aside, plan.account.uid, plan.account.gid);
  const secret = join(aside, "password");
  await writeFile(secret, plan.password, { mode: 0o600 });
  if (plan.account !== undefined) await chown(secret, plan.account.uid, plan.account.gid);
  const words = programArguments(aside, secret, plan);
  await run(plan.binaries.initdb, words, startOptions(plan.binaries, plan.account));
  await rm(plan.folder, { recursive: true, force: true });
  await rename(join(aside, "cluster"), plan.folder);
  await rm(aside, { recursive: true, force: true });
}

/** Sets the password of a stopped database's owner, as whom its files belong to may. */
export async function renewPassword(plan: PostmasterPlan): Promise<void> {
  await removeLeftovers(plan.folder, plan.socket);
  const words = ["--single", "-D", plan.folder, "postgres"];
  const options = startOptions(plan.binaries, plan.account);
  const running = run(plan.binaries.postgres, words, options);
  running.child.stdin?.end(`ALTER ROLE postgres PASSWORD '${plan.password}'\n`);
  await running;
}

/** Hands a database to PostgreSQL's account where it is another's, as one that `nobody` ran before. */
export async function adopt({ folder, account }: PostmasterPlan): Promise<void> {
  if (account === undefined || (await stat(folder)).uid === account.uid) return;
  await stopPostmaster(folder);
  const { uid, gid } = account;
  // The folder first: from then on its former owner changes nothing in it.
  await lchown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (!found.isDirectory() && found.nlink > 1)
      throw new Error(`${path} has another name elsewhere: the database is not taken over`);
    await lchown(path, uid, gid);
  }
}
