import type { CLibrary } from "./c-library.ts";
import { nodeSystem } from "./node-system.ts";
import { PosixSystem } from "./posix-system.ts";
import type { System } from "./program-system.ts";

/**
 * The better one that this machine has. For a process of its own, which starts nothing else:
 * what it is the parent of and did not start so is killed.
 */
export const systemOf = (library: CLibrary | undefined): System =>
  library === undefined ? nodeSystem : new PosixSystem(library);
