import { z } from "zod";
import { projectIdSchema } from "../ids.ts";
import { productsSchema } from "./delivery-products.ts";
import { HORIZONTAL_SYSTEMS, VERTICAL_DATUMS } from "./delivery-systems.ts";
import { sharedNames, tileExtentsSchema, tileNamingSchema } from "./delivery-tiles.ts";

/** A site's name: it stands in names of files. */
const siteNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,59}$/, "must be letters, digits, spaces, _ and -");

const CODES = new Set(HORIZONTAL_SYSTEMS.map(({ code }) => code));

/** What an instruction says of a delivery (document 3, section 3), field by field. */
export const deliveryFields = {
  projectId: projectIdSchema,
  siteName: siteNameSchema,
  /** Whether the delivery is compared with the control points of {@link controlFileName}. */
  control: z.boolean(),
  targetHorizontalDatum: z.string().refine((code) => CODES.has(code), "is not offered"),
  targetVerticalDatum: z
    .string()
    .refine((name) => VERTICAL_DATUMS.includes(name), "is not offered"),
  tileExtents: tileExtentsSchema,
  tileNaming: tileNamingSchema,
  products: productsSchema,
};

/** What `{input}` of the record `instruction` holds: `instruction.json`. */
export const instructionFileSchema = z
  .object({ ProcInstID: z.string().max(100).nullable().default(null), ...deliveryFields })
  .superRefine(({ tileExtents, tileNaming }, context) => {
    const fault = sharedNames(tileExtents, tileNaming);
    if (fault !== undefined)
      context.addIssue({ code: "custom", path: ["tileNaming"], message: fault });
  });
export type InstructionFile = z.output<typeof instructionFileSchema>;

/** The file of control points that an instruction with `control` has (document 3, section 3). */
export const controlFileName = ({
  projectId,
  siteName,
}: Pick<InstructionFile, "projectId" | "siteName">): string =>
  `control_${projectId}_${siteName}.txt`;
