// A process of its own, so that it can be killed: uploads a folder as the command line does.
//   node upload-client.ts ORIGIN FLIGHT TYPE SENSOR FOLDER, with the bearer in FAULTS_TOKEN
import { uploadTypeSchema } from "@swath/contract/uploads";
import { newFingerprint } from "../../../apps/cli/src/fingerprint.ts";
import { processTerminal } from "../../../apps/cli/src/terminal/terminal.ts";
import { uploadCommand } from "../../../apps/cli/src/upload/upload-command.ts";
import { nodeApi } from "../../testing/uploads/node-api.ts";

const [origin = "", flight = "", type = "", sensor = "", folder = ""] = process.argv.slice(2);
const token = process.env["FAULTS_TOKEN"] ?? "";
const fingerprint = newFingerprint();
const words = { folder, flight, type: uploadTypeSchema.parse(type), sensor };
const parts = {
  api: nodeApi({ origin, token }),
  server: new URL(origin),
  fingerprint,
  holder: fingerprint.slice(-16),
  terminal: processTerminal(),
};
process.exitCode = await uploadCommand(
  { ...words, yes: true, takeOver: true, limit: undefined },
  parts,
);
