import type { TaskList } from "../state/task-list.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import type { UploadRun } from "./upload-run.ts";

const AT_ONCE = 16;
const NAMED = 20;

/**
 * Looks at every file of the drive once more when all of them are sent.
 *
 * source/S1 a file that is gone, or of another size or time, was perhaps sent as it is no more: the
 *    upload fails, and says which;
 * source/S2 the folder is chosen again then, and what was changed is sent anew: the server forgets what
 *    landed of files whose time of change differs;
 * source/S3 the look comes last, after every wait for an answer: before the completion is asked for, and
 *    again before each repetition of that.
 */
export async function changedSources(
  run: UploadRun,
  list: TaskList,
): Promise<UploadFault | undefined> {
  const { preparer } = run.ports;
  const changed: string[] = [];
  for (let first = 0; first < list.sources.length && !run.signal.aborted; first += AT_ONCE) {
    const some = list.sources.slice(first, first + AT_ONCE);
    const unchanged = await Promise.all(some.map((file) => preparer.isUnchanged(file)));
    changed.push(...some.filter((_, index) => !unchanged[index]).map(({ path }) => path));
  }
  return changed.length === 0 ? undefined : faultOfChanged(changed);
}

function faultOfChanged(paths: readonly string[]): UploadFault {
  const rest = paths.length - NAMED;
  const names = rest > 0 ? [...paths.slice(0, NAMED), `and ${rest} more`] : paths;
  return {
    code: "SOURCE_CHANGED",
    message:
      "Files were changed or removed on the drive after they had been sent. Please select the folder again: what was changed is sent anew.",
    detail: names.join("\n"),
  };
}
