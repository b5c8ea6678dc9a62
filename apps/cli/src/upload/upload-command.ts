import { endpoints } from "@swath/contract/endpoints";
import { createUploader, rateAt } from "@swath/upload-engine";
import { nodePorts } from "@swath/upload-engine/node";
import type { UploadArguments } from "../command-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { acceptFolder } from "./validate-folder.ts";
import { type CommandParts, findUpload } from "./choose-upload.ts";
import { previewUpdate } from "./preview-update.ts";
import { sayQuotas } from "./quota-warnings.ts";
import { sendFolder } from "./send-folder.ts";
import { settleFirstStep } from "./settle-first-step.ts";

interface Parts extends CommandParts {
  /** Shows people which machine sends. */
  readonly fingerprint: string;
  /** By which this run, and no other one, holds the upload. */
  readonly holder: string;
  readonly terminal: Terminal;
  /** Aborts where the sign-in has ended and nobody can be asked for another one. */
  readonly signedOut?: AbortSignal;
}

/** Uploads a folder and waits until its data is ready; throws a CommandProblem where nothing can be sent. */
export async function uploadCommand(words: UploadArguments, parts: Parts): Promise<ExitCode> {
  const { api, terminal, companions } = parts;
  const { flight, upload, params } = await findUpload(words, parts);
  await sayQuotas(api, terminal);
  const { Type: uploadType, SensorName: sensorName } = upload;
  const equipment = await api.call(endpoints.listSensorEquipment, {});
  const selection = await acceptFolder(
    words,
    { flight, upload, equipment, companions, isUpdate: words.update !== undefined },
    terminal,
  );
  const { fingerprint, holder } = parts;
  const query = { status: "UPLOAD_STALLED", fingerprint, holder, takeOver: "true" } as const;
  const takeOver = () => api.call(endpoints.moveUpload, { params, query });
  const settled = await settleFirstStep({
    api,
    params,
    terminal,
    updates: words.update !== undefined,
    takeOver: words.takeOver ? takeOver : undefined,
  });
  if (settled === "ready") {
    terminal.say("The data is ready.");
    return EXIT.ready;
  }
  const { kind: step, state } = settled;
  const { status } = state;
  const isUpdate = words.update !== undefined;
  const sent =
    words.update === undefined
      ? selection
      : await previewUpdate(selection, words.update, {
          api,
          params,
          terminal,
          companions,
          yes: words.yes,
        });
  if (sent === undefined) {
    terminal.say("Nothing was sent: the stored files are unchanged.");
    return EXIT.ready;
  }
  const job = { ...params, uploadType, sensorName, isUpdate, status };
  const bytesPerSecond = (): number | undefined => rateAt(words.limit, new Date());
  const ports = nodePorts({ ...parts, bytesPerSecond });
  const work = { selection: sent, step, signedOut: parts.signedOut };
  return sendFolder(createUploader(ports, job), work, terminal);
}
