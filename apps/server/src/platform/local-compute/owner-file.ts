import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { identify, isRunning, type ProcessIdentity } from "./process-identity.ts";
import { codeOf } from "../system.ts";

/** The process that a file names as its owner; undefined where there is none, or no whole file. */
function ownerOf(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/** Whether a file names this very process as its owner. */
export function isOwner({ pid, start, boot }: ProcessIdentity, path: string): boolean {
  const owner = ownerOf(path);
  return owner?.pid === pid && owner.start === start && owner.boot === boot;
}

/** The owner, where it runs. */
export function runningOwner(path: string): ProcessIdentity | undefined {
  const owner = ownerOf(path);
  return owner !== undefined && isRunning(owner) ? owner : undefined;
}

/**
 * Makes this process the owner of what a file stands for, unless a running process is. Of several
 * that try at once one succeeds; the file of a dead owner is taken away first.
 */
export function takeOwnership(path: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    if (linked(draft, path)) return true;
    if (runningOwner(path) !== undefined) return false;
    return removeDead(path) && linked(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Another may have replaced the dead owner's file since it was read: then it is put back. */
function removeDead(path: string): boolean {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }
  const alive = runningOwner(aside) !== undefined;
  if (alive) linked(aside, path);
  rmSync(aside, { force: true });
  return !alive;
}
