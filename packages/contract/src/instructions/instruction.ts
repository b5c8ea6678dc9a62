import { z } from "zod";
import { controlFileName, deliveryFields } from "./delivery.ts";
import { mostCells, productSchema } from "./delivery-products.ts";
import { sharedNames } from "./delivery-tiles.ts";

/** Identifier of an instruction in the company's books; given by the server where it is left out. */
const procInstIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, "must be letters, digits, _ and - (at most 40)");

/** Longest that a tile's name may become, without the product's part. */
const LONGEST_TILE_NAME = 150;
const LONGEST_SITE = 60;
/** Characters that a field of a pattern may stand for. */
const FIELD_LENGTHS: Readonly<Record<string, number>> = {
  projectId: 8,
  siteName: LONGEST_SITE,
  flightId: 8,
  easting: 10,
  northing: 10,
  column: 10,
  row: 10,
  tile: 40,
};

const longestName = (pattern: string): number =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => "x".repeat(FIELD_LENGTHS[field] ?? 0))
    .length;

const written = z.strictObject({ ProcInstID: procInstIdSchema.optional(), ...deliveryFields });

type Written = z.output<typeof written>;

interface Fault {
  readonly path: (string | number)[];
  readonly message: string;
}

function namingFaults({ tileExtents, tileNaming }: Written): Fault[] {
  const fault =
    sharedNames(tileExtents, tileNaming) ??
    (longestName(tileNaming) > LONGEST_TILE_NAME
      ? `would make names of more than ${LONGEST_TILE_NAME} characters`
      : undefined);
  return fault === undefined ? [] : [{ path: ["tileNaming"], message: fault }];
}

/** The longest side of a tile, m. */
function longestSide({ tileExtents }: Written): number {
  if (tileExtents.kind === "grid") return tileExtents.side;
  return tileExtents.tiles.reduce(
    (most, { minX, minY, maxX, maxY }) => Math.max(most, maxX - minX, maxY - minY),
    0,
  );
}

function cellFaults(form: Written): Fault[] {
  const side = longestSide(form);
  return form.products.flatMap((product, index) => {
    if (product.type === "pointCloud") return [];
    const path = ["products", index, "cell"];
    const cells = side / product.cell;
    const most = mostCells(product);
    if (cells ** 2 > most)
      return [{ path, message: `makes more than ${most.toLocaleString("en")} a tile` }];
    const fits = form.tileExtents.kind === "list" || Math.abs(cells - Math.round(cells)) < 1e-6;
    return fits ? [] : [{ path, message: "must go into the side of a tile without a rest" }];
  });
}

/**
 * What the form of an instruction sends; the form applies the same rules.
 *
 * contract/V1 the name of the site, the datums, the tiles and the products are what can be delivered;
 * contract/V2 the pattern of tile names gives each tile of its extents a name of its own;
 * contract/V3 no name of a tile is longer than 150 characters;
 * contract/V4 a tile has at most as many cells as the stage makes, and of a grid a whole number.
 */
export const instructionFormSchema = written.check((context) => {
  for (const { path, message } of [...namingFaults(context.value), ...cellFaults(context.value)])
    context.issues.push({ code: "custom", path, message, input: context.value });
});
export type InstructionForm = z.output<typeof instructionFormSchema>;

/** An instruction as the flight log's export brings it. */
export const importedInstructionSchema = instructionFormSchema.refine(
  ({ ProcInstID }) => ProcInstID !== undefined,
  { path: ["ProcInstID"], message: "is required" },
);
export type ImportedInstruction = z.output<typeof importedInstructionSchema>;

/** The file of control points that an instruction has. */
const controlFileSchema = z.object({
  bytes: z.int().nonnegative(),
  points: z.int().nonnegative(),
  uploaded: z.iso.datetime(),
});

const kept = {
  _id: z.string(),
  ProcInstID: z.string(),
  Updated: z.iso.datetime(),
  /** Name of the person who saved it last; null for one that was imported. */
  UpdatedBy: z.string().nullable(),
  /** `control_{projectId}_{siteName}.txt` where it has control, else null (document 3, section 3). */
  controlFileName: z.string().nullable(),
  /** The file itself; null before it was uploaded. */
  controlFile: controlFileSchema.nullable(),
  /** Whether stages deliver by it: of a project's instructions the one that was saved last. */
  isDelivered: z.boolean(),
};

/** A job whose outputs were made by a version of an instruction that was replaced since. */
const outdatedDeliverySchema = z.object({
  processingId: z.string(),
  area: z.enum(["ip", "iptm"]),
  FlightID: z.string(),
  SensorID: z.string(),
  Job: z.string(),
  Label: z.string(),
  Attempt: z.int().positive(),
  /** Of the version that it was made by. */
  Updated: z.iso.datetime(),
});
/** Most outdated deliveries that an instruction names. */
export const MOST_OUTDATED = 50;

/** An instruction of a project's delivery (document 3, section 3). */
export const instructionSchema = z.object({
  ...kept,
  ...deliveryFields,
  /** What was made by it and is published: how much by this version, and by former ones. */
  Deliveries: z.object({
    current: z.int().nonnegative(),
    outdated: z.int().nonnegative(),
    /** The first of them, by flight. */
    outdatedOnes: z.array(outdatedDeliverySchema).max(MOST_OUTDATED),
  }),
});
export type OutdatedDelivery = z.output<typeof outdatedDeliverySchema>;
export type Instruction = z.output<typeof instructionSchema>;

/** How many tiles a list has; a grid's depend on the points. */
const rowExtents = z.object({
  kind: z.enum(["grid", "list"]),
  side: z.number().nullable(),
  tiles: z.int().nullable(),
});

const { tileExtents: _, ...rowFields } = deliveryFields;
/** A row of the list of instructions: without the tiles of a list. */
export const instructionRowSchema = z.object({
  ...kept,
  ...rowFields,
  ProjectName: z.string(),
  tileExtents: rowExtents,
});
export type InstructionRow = z.output<typeof instructionRowSchema>;

/** A row of the list of products: a product, and the instruction that it is of. */
export const productRowSchema = z.object({
  instructionId: z.string(),
  ProcInstID: z.string(),
  projectId: z.string(),
  siteName: z.string(),
  /** Its place in the instruction's list, from 0. */
  index: z.int().nonnegative(),
  product: productSchema,
  Updated: z.iso.datetime(),
});
export type ProductRow = z.output<typeof productRowSchema>;

/** The name of the control file of an instruction with control, else null. */
export const controlFileOf = (
  instruction: Pick<InstructionForm, "projectId" | "siteName" | "control">,
): string | null => (instruction.control ? controlFileName(instruction) : null);
