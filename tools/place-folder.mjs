import { renameSync, rmSync, statSync } from "node:fs";

/** How often a place is tried that another process fills at the same moment. */
const TRIES = 20;

/**
 * Moves a finished folder to its place, whole; what stood there goes. Of several processes that place
 * theirs at once the last one stands.
 */
export function placeFolder(folder, place) {
  statSync(folder);
  const former = `${folder}.former`;
  for (let tries = 1; ; tries += 1)
    try {
      move(place, former, ["ENOENT"]);
      if (move(folder, place, tries < TRIES ? ["ENOTEMPTY", "EEXIST"] : [])) return;
    } finally {
      rmSync(former, { recursive: true, force: true });
    }
}

function move(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!expected.includes(error.code)) throw error;
    return false;
  }
}
