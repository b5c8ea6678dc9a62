import { z } from "zod";
import { projectIdSchema } from "../ids/id-schemas.ts";
import { productsSchema } from "./delivery-products.ts";
import { sharedNames, tileExtentsSchema, tileNamingSchema } from "./delivery-tiles.ts";

/** A coordinate system that products are delivered in. */
export interface DeliverySystem {
  /** As instructions hold it: `EPSG:7855`. */
  readonly code: string;
  readonly label: string;
}

const zones = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/**
 * The horizontal systems that an instruction may ask for, all in metres. Points of one datum go to any
 * system of it, and between GDA94 and GDA2020; other changes of datum are refused by the stage.
 */
export const HORIZONTAL_SYSTEMS: readonly DeliverySystem[] = [
  ...zones(46, 59).map((zone) => ({
    code: `EPSG:${7_800 + zone}`,
    label: `GDA2020 / MGA zone ${zone}`,
  })),
  ...zones(48, 58).map((zone) => ({
    code: `EPSG:${28_300 + zone}`,
    label: `GDA94 / MGA zone ${zone}`,
  })),
  { code: "EPSG:2193", label: "NZGD2000 / New Zealand Transverse Mercator 2000" },
  ...zones(1, 60).flatMap((zone) => [
    { code: `EPSG:${32_600 + zone}`, label: `WGS 84 / UTM zone ${zone}N` },
    { code: `EPSG:${32_700 + zone}`, label: `WGS 84 / UTM zone ${zone}S` },
  ]),
];

/** Heights above the ellipsoid: what trajectories, and so the points of LMS, have. */
export const ELLIPSOIDAL = "Ellipsoidal";

/**
 * The vertical datums that an instruction may ask for. Points that state other heights are converted by
 * the geoid's grid, which the compute node needs.
 */
export const VERTICAL_DATUMS: readonly string[] = [
  ELLIPSOIDAL,
  "AHD",
  "NZVD2016",
  "NAVD88",
  "EGM96",
  "EGM2008",
  "ODN",
  "DHHN2016",
];

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
