import { z } from "zod";
import { projectIdSchema, sensorIdSchema } from "./ids/id-schemas.ts";
import { downloadSchema } from "./explorer.ts";
import { endpoint } from "./endpoint.ts";
import { filePathSchema } from "./uploads/paths.ts";

/** Whose outputs a download is of: a processing, with what it has to be for (decision 15). */
const downloadOfSchema = z.strictObject({
  /** Its identifier, or the name of its folder. */
  id: z.string().regex(/^[0-9a-f][0-9a-f-]{22,34}[0-9a-f]$/, "must be an identifier"),
  sensor: sensorIdSchema,
  project: projectIdSchema.nullable().default(null),
  aoi: z.int().min(1).max(99_999).nullable().default(null),
});
export type DownloadOf = z.infer<typeof downloadOfSchema>;

const LONGEST = 512;
const BASE64URL = /^[\w-]+={0,2}$/;

/** No number is none of an area. */
const numberOf = (text: string): number => (/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN);

/** `{id},{sensor},{project},{aoi}`; what there is none of is empty. */
function ofList(text: string): unknown {
  const parts = text.split(",");
  if (parts.length !== 4) return undefined;
  const [id, sensor, project, aoi] = parts as [string, string, string, string];
  return { id, sensor, project: project || null, aoi: aoi === "" ? null : numberOf(aoi) };
}

/** JSON in base64url. */
function ofJson(text: string): unknown {
  if (!BASE64URL.test(text)) return undefined;
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const json = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(bytes, (character: string) => character.codePointAt(0)!),
    );
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The parameters of a link, in either form; undefined where they are in none. */
export function readDownloadParameters(text: string): DownloadOf | undefined {
  if (text.length > LONGEST) return undefined;
  const given = text.includes(",") ? ofList(text) : ofJson(text);
  return downloadOfSchema.safeParse(given).data;
}

/** The parameters of a link, as text. */
const downloadParametersSchema = z
  .string()
  .max(LONGEST)
  .transform((text, context) => {
    const read = readDownloadParameters(text);
    if (read !== undefined) return read;
    context.addIssue({
      code: "custom",
      message: "must be JSON in base64url, or {id},{sensor},{project},{aoi}",
    });
    return z.NEVER;
  });

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
