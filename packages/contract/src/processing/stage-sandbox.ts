import { z } from "zod";

/** Folders that a sandbox makes itself, or that show the whole machine. */
const NEVER = /^\/(dev|proc|sys|run|tmp|etc|root|home|var)?$|^\/(dev|proc|sys)\//;
const ENDS_OR_TURNS = /\/$|\/\.{0,2}(\/|$)/;

const pathSchema = z
  .string()
  .max(500)
  .refine((path) => path.startsWith("/"), "must be a path from the root, such as /opt/company")
  .refine((path) => !ENDS_OR_TURNS.test(path.slice(1)), "must not hold ., .., // or a / at its end")
  .refine((path) => !/\p{Cc}/u.test(path), "must not hold control characters")
  .refine((path) => !NEVER.test(path), "names a folder that no program of a stage may be shown");
const pathsSchema = z.array(pathSchema).max(20).default([]);

/** What a stage's programs need beyond their own folders, processors and memory (docs/stages.md). */
export const stageSandboxSchema = z.strictObject({
  /** Whether they may use the network, that of this machine included. */
  network: z.boolean().default(false),
  /** Further files and folders that they may read, and folders that they may write too. */
  read: pathsSchema,
  write: pathsSchema,
  /** Most processes and threads of a task at once. */
  processes: z.int().min(8).max(32_768).default(256),
});
