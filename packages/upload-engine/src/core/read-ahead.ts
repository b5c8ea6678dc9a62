import { isWholeFile, runsOf } from "./prepare-object.ts";
import type { Road } from "./road.ts";
import type { UploadTaskList } from "./upload-task-list.ts";

/** Has the first file read while the server is still asked for leave, where it is sent whole. */
export async function readAhead(road: Road, list: UploadTaskList): Promise<void> {
  const { clock, preparer } = road.ports;
  const first = list.queue.peek(clock.now());
  if (first === undefined) return;
  const runs = runsOf(list.objects[first]!.segments, list.manifest, list.sources);
  if (!isWholeFile(runs)) return;
  const settings = await road.settings();
  if (settings.kind === "answered") preparer.expect(runs[0]!.file, settings.value.wireChecksum);
}
