import { z } from "zod";
import { downloadSchema } from "../explorer/explorer.ts";
import { endpoint } from "../endpoint.ts";
import { filePathSchema } from "../uploads/paths.ts";
import { downloadOfSchema, downloadParametersSchema } from "./download-parameters.ts";

/** Below the processing's folder, as in `LMS/line_1.laz`: of what is published its own path. */
const file = filePathSchema;
const bodySchema = z.union([
  z.strictObject({ parameters: downloadParametersSchema, file }),
  downloadOfSchema.extend({ file }),
]);

/** Download authorisation (document 3, sections 2.8 and 7). */
export const downloadEndpoints = {
  authoriseDownload: endpoint("POST", "/download_auth", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "A short-lived address of one output of a processing, by a link's parameters or by (id, sensor, project, AOI); the download is recorded",
    callsPerMinute: 120,
    body: bodySchema,
    reply: downloadSchema,
  }),
} as const;
