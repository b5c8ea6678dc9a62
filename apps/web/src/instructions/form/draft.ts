import {
  DEFAULT_TILE_NAMING,
  ELLIPSOIDAL,
  type Instruction,
  type Product,
  POINT_FORMATS,
  VECTOR_FORMATS,
} from "@swath/contract/instructions";
import { z } from "zod";
import { kindOf, PRODUCT_KINDS, type ProductKind } from "../product-labels.ts";

const shortText = z.string().max(1_000);
const edge = z.number();

/** A product as it is typed: numbers as their text. */
const productSchema = z.object({
  kind: z.enum(Object.keys(PRODUCT_KINDS) as ProductKind[]),
  format: z.enum(POINT_FORMATS),
  points: z.enum(["all", "ground"]),
  /** Of vectors. */
  vectors: z.enum(VECTOR_FORMATS),
  cell: shortText,
  interval: shortText,
});
export type ProductDraft = Readonly<z.infer<typeof productSchema>>;

/** An instruction as it is typed, and as its draft is kept: numbers as their text. */
export const draftSchema = z.object({
  ProcInstID: shortText,
  projectId: shortText,
  siteName: shortText,
  control: z.boolean(),
  targetHorizontalDatum: shortText,
  targetVerticalDatum: shortText,
  /** A grid over the flight, a grid within bounds, or a list from a file. */
  extents: z.enum(["flight", "bounds", "list"]),
  side: shortText,
  originX: shortText,
  originY: shortText,
  minX: shortText,
  minY: shortText,
  maxX: shortText,
  maxY: shortText,
  tiles: z
    .array(z.object({ name: shortText, minX: edge, minY: edge, maxX: edge, maxY: edge }).readonly())
    .readonly(),
  tileNaming: shortText,
  products: z.array(productSchema.readonly()).readonly(),
});
export type InstructionDraft = Readonly<z.infer<typeof draftSchema>>;

/** What fields outside of the products change. */
export type InstructionChange = Partial<Omit<InstructionDraft, "products">>;

export const NEW_PRODUCT: ProductDraft = {
  kind: "pointCloud",
  format: "laz",
  points: "all",
  vectors: "gpkg",
  cell: "1",
  interval: "1",
};

export const EMPTY_DRAFT: InstructionDraft = {
  ProcInstID: "",
  projectId: "",
  siteName: "",
  control: false,
  targetHorizontalDatum: "",
  targetVerticalDatum: ELLIPSOIDAL,
  extents: "flight",
  side: "1000",
  originX: "0",
  originY: "0",
  minX: "",
  minY: "",
  maxX: "",
  maxY: "",
  tiles: [],
  tileNaming: DEFAULT_TILE_NAMING,
  products: [NEW_PRODUCT],
};

/** The name that a list's tiles have by default. */
export const LIST_TILE_NAMING = "{projectId}_{siteName}_{tile}";

const productDraft = (product: Product): ProductDraft => ({
  ...NEW_PRODUCT,
  kind: kindOf(product),
  ...(product.type === "pointCloud"
    ? { format: product.format, points: product.points }
    : { cell: String(product.cell) }),
  ...(product.type === "vector" ? { vectors: product.format } : {}),
  ...("interval" in product ? { interval: String(product.interval) } : {}),
});

/** A saved instruction as its form begins. */
export function draftOf(instruction: Instruction): InstructionDraft {
  const { tileExtents: extents, products, ProcInstID, tileNaming } = instruction;
  const { projectId, siteName, control, targetHorizontalDatum, targetVerticalDatum } = instruction;
  const written = {
    ProcInstID,
    projectId,
    siteName,
    control,
    targetHorizontalDatum,
    targetVerticalDatum,
    tileNaming,
    products: products.map(productDraft),
  };
  if (extents.kind === "list")
    return { ...EMPTY_DRAFT, ...written, extents: "list", tiles: extents.tiles };
  const { side, originX, originY, bounds } = extents;
  const grid = { side: String(side), originX: String(originX), originY: String(originY) };
  if (bounds === null) return { ...EMPTY_DRAFT, ...written, ...grid, extents: "flight" };
  const edges = Object.fromEntries(Object.entries(bounds).map(([name, at]) => [name, String(at)]));
  return { ...EMPTY_DRAFT, ...written, ...grid, ...edges, extents: "bounds" };
}

/** A number as it was typed; not a number where nothing was. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

function productOf({ kind, format, points, vectors, cell, interval }: ProductDraft): object {
  if (kind === "pointCloud") return { type: "pointCloud", format, points };
  if (kind !== "contours" && kind !== "boundary")
    return { type: "raster", model: kind, cell: numberOf(cell) };
  const vector = { type: "vector", feature: kind, format: vectors, cell: numberOf(cell) };
  return kind === "boundary" ? vector : { ...vector, interval: numberOf(interval) };
}

function extentsOf(draft: InstructionDraft): object {
  if (draft.extents === "list") return { kind: "list", tiles: draft.tiles };
  const { side, originX, originY, minX, minY, maxX, maxY } = draft;
  const bounds = {
    minX: numberOf(minX),
    minY: numberOf(minY),
    maxX: numberOf(maxX),
    maxY: numberOf(maxY),
  };
  return {
    kind: "grid",
    side: numberOf(side),
    originX: numberOf(originX),
    originY: numberOf(originY),
    bounds: draft.extents === "bounds" ? bounds : null,
  };
}

/** What a draft would send; the contract's schema says whether it may be. */
export function formOf(draft: InstructionDraft): object {
  const { ProcInstID, projectId, siteName, control, tileNaming } = draft;
  const number = ProcInstID.trim();
  return {
    ...(number === "" ? {} : { ProcInstID: number }),
    projectId,
    siteName: siteName.trim(),
    control,
    targetHorizontalDatum: draft.targetHorizontalDatum,
    targetVerticalDatum: draft.targetVerticalDatum,
    tileExtents: extentsOf(draft),
    tileNaming: tileNaming.trim(),
    products: draft.products.map(productOf),
  };
}
