import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { FolderProblem, folderMarkSchema } from "./data-folder.ts";
import { putSecret, readSecret } from "../secret-file.ts";
import { unless } from "../system.ts";

/**
 * What a data folder keeps of its database, for its owner only: `postgres.json`. It is the only copy
 * of the password, so it is replaced by what holds the same password, or is kept aside.
 */
const noteSchema = z.object({
  password: z.string(),
  /** Of the servers' role. */
  serverPassword: z.string().optional(),
  /** Whether the database was made: one that is missing then is lost, not yet to be made. */
  made: z.boolean(),
  /** Of a database that stands outside of the data folder: its folder. */
  outside: z.string().optional(),
  /** The data folder that this was written for; socket and port are that one's alone. */
  of: folderMarkSchema.optional(),
  socket: z.string().optional(),
  port: z.int().optional(),
});
export type DatabaseNote = z.infer<typeof noteSchema>;

/** As earlier releases wrote it: the database's folder by its path, inside or outside. */
const formerSchema = z.object({
  folder: z.string(),
  password: z.string(),
  serverPassword: z.string().optional(),
});
/** A note as it was read, where it may be of an earlier release. */
export type ReadNote = Omit<DatabaseNote, "made"> & {
  readonly made: boolean | undefined;
  /** Of an earlier release: where the database stood then, perhaps in another data folder. */
  readonly stood?: string;
};

const pathOf = (dataFolder: string): string => join(dataFolder, "postgres.json");

/** Undefined where there is none; a damaged one is a {@link FolderProblem}. */
export async function readNote(dataFolder: string): Promise<ReadNote | undefined> {
  const path = pathOf(dataFolder);
  const text = await readSecret(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(String(text));
    const now = noteSchema.safeParse(value);
    if (now.success) return now.data;
    const { folder, ...secrets } = formerSchema.parse(value);
    return { ...secrets, made: undefined, ...(isAbsolute(folder) ? { stood: folder } : {}) };
  } catch (error) {
    throw new FolderProblem(
      `${path}, which holds the database's password, is damaged: bring it back from a backup`,
      { cause: error },
    );
  }
}

export const writeNote = (dataFolder: string, note: DatabaseNote): Promise<void> =>
  putSecret(pathOf(dataFolder), JSON.stringify(note));

/** Puts a note aside, if there is one, whose password is not the database's. */
export async function keepNoteAside(dataFolder: string): Promise<void> {
  const path = pathOf(dataFolder);
  const aside = `${path}.former-${randomBytes(4).toString("hex")}`;
  await rename(path, aside).catch(unless("ENOENT"));
}
