import { readFile, stat } from "node:fs/promises";
import { type InstructionFile, instructionFileSchema } from "@swath/contract/instructions";
import { findFile } from "../../files/find-files.ts";
import { FileFault } from "../../program.ts";

const NAME = "instruction.json";
const MOST_BYTES = 16_777_216;

/** Reads `instruction.json` of an input's folder; what it asks and cannot be is a {@link FileFault}. */
export async function readInstruction(folder: string): Promise<InstructionFile> {
  const path = await findFile(folder, NAME);
  if (path === undefined) throw new FileFault(NAME, "is not there");
  if ((await stat(path)).size > MOST_BYTES) throw new FileFault(NAME, "is larger than 16 MiB");
  const read = instructionFileSchema.safeParse(parsed(await readFile(path, "utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new FileFault(NAME, `${issue?.path.join(".")}: ${issue?.message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileFault(NAME, "is no JSON");
  }
}
