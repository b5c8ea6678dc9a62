// A process of its own, so that it can be killed: uploads a folder as the command line does.
//   node upload-client.ts ORIGIN FLIGHT TYPE SENSOR FOLDER always|once|never
// The last word: whether it takes over what is being sent elsewhere; it ends where that is taken from it. Its circumstances are in
// FAULTS_CLIENT as JSON, and come again as messages.
import { uploadTypeSchema } from "@swath/contract/uploads";
import { newFingerprint } from "../../../apps/cli/src/program.ts";
import { apiCalls } from "../../../apps/cli/src/api-calls.ts";
import { processTerminal } from "../../../apps/cli/src/terminal.ts";
import { uploadCommand } from "../../../apps/cli/src/upload/upload-command.ts";
import { NODE_SERVICES } from "../../../tools/testing/uploads/node-api.ts";
import { circumstancesSchema } from "./circumstances.ts";
import { shiftClock } from "./shifted-clock.ts";

const [origin = "", flight = "", type = "", sensor = "", folder = "", takeOver = ""] =
  process.argv.slice(2);
let token = "";

function take(told: unknown): void {
  const circumstances = circumstancesSchema.parse(told);
  token = circumstances.token;
  shiftClock(circumstances.clockMs);
}

take(JSON.parse(process.env["FAULTS_CLIENT"] ?? ""));
process.on("message", take);
process.channel?.unref();
// With the tool that started it.
process.on("disconnect", () => process.exit(1));

const fingerprint = newFingerprint();
process.send?.(fingerprint);
const server = new URL(origin);
const parts = {
  api: apiCalls({
    server,
    services: NODE_SERVICES,
    tokens: { token: async () => token, after: async () => token },
  }),
  server,
  fingerprint,
  holder: fingerprint.slice(-16),
  terminal: processTerminal(),
  companions: [],
};
const words = { folder, flight, type: uploadTypeSchema.parse(type), sensor };
process.exitCode = await uploadCommand(
  { ...words, yes: true, takeOver: takeOver !== "never", followLinks: false, limit: undefined },
  parts,
);
