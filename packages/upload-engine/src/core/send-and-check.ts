import { INTEGRITY_RETRY_LIMIT } from "@swath/contract/limits";
import { routes } from "@swath/contract/routes";
import { uploadService } from "@swath/contract/uploads";
import { faultOf, type Leg, type Road } from "./road.ts";
import { type SendOutcome, SendObjects } from "./send-objects.ts";
import type { UploadTaskList } from "./upload-task-list.ts";

/**
 * Sends what is missing and lets the server compare.
 *
 * I1 after all is sent the server tells what it misses; the counter counts these checks;
 * I2 while the counter is at most 2, the missing objects are sent again;
 * I3 then the upload is stalled, with its files kept, and a resumption counts anew;
 * I4 a check that the server refuses drops the files and stalls the upload;
 * I5 the server's own refusal to complete counts as a check that found something missing.
 */
export async function sendAndCheck(road: Road, list: UploadTaskList): Promise<Leg> {
  for (let checks = 1; ; checks++) {
    const sent = await send(road, list);
    if (sent !== "next") return sent;
    const checking = await road.move("allTasksSucceeded");
    if (checking !== "next") return checking;
    const missing = await findMissing(road);
    if (!Array.isArray(missing)) return missing;
    if (checks > INTEGRITY_RETRY_LIMIT)
      return road.fail("missingFileOrMaxRetry", {
        code: "INTEGRITY_CHECK_FAILED",
        message: "Some files did not arrive. Please resume the upload.",
        detail: missing.slice(0, 3).join(", "),
      });
    const again = await road.move("integrityCheckRetry");
    if (again !== "next") return again;
    list.queue.missing(new Set(missing));
  }
}

async function send(road: Road, list: UploadTaskList): Promise<Leg> {
  const { session } = road;
  const settings = await road.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return road.fail("uploadFailed", faultOf(settings));
  session.measure(true);
  const sending = new SendObjects(road.ports, road.job, list, settings.value, {
    onChange: () => session.progressed(),
    onFault: (fault) => session.fail(fault),
  });
  const outcome: SendOutcome = await sending.run(road.signal);
  session.measure(false);
  if (outcome.kind === "sent") return "next";
  if (outcome.kind === "aborted") return "ended";
  if (outcome.kind === "leaseLost") return road.adopt(outcome.refusal);
  list.queue.requeue("stay");
  return road.fail("uploadFailed", outcome.fault);
}

/** Names of what the server misses; moves on where that is nothing. */
async function findMissing(road: Road): Promise<string[] | Leg> {
  const answer = await road.ask(routes.readProgress, {
    service: uploadService(road.job.uploadType),
    params: road.params,
    query: { isUpdate: `${road.job.isUpdate}` },
  });
  if (answer.kind === "aborted") return "ended";
  if (answer.kind === "refused") {
    road.session.dropFiles();
    return road.fail("integrityCheckFailed", faultOf(answer));
  }
  const missing = answer.value.remaining_task_key_list;
  if (missing.length > 0) return missing;
  const completed = await road.tryMove("integrityCheckSucceeded");
  if (typeof completed === "string") return completed;
  return completed.code === "UPLOAD_INCOMPLETE" ? [] : road.adopt(completed);
}
