import {
  DEFAULT_TILE_NAMING,
  ELLIPSOIDAL,
  type Instruction,
  type Product,
} from "@swath/contract/instructions";
import { kindOf, type ProductKind } from "../product-labels.ts";

/** A product as it is typed: numbers as their text. */
export interface ProductDraft {
  readonly kind: ProductKind;
  readonly format: "las" | "laz";
  readonly points: "all" | "ground";
  /** Of vectors. */
  readonly vectors: "gpkg" | "shp.zip";
  readonly cell: string;
  readonly interval: string;
}

interface TileDraft {
  readonly name: string;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** An instruction as it is typed: numbers as their text. */
export interface InstructionDraft {
  readonly ProcInstID: string;
  readonly projectId: string;
  readonly siteName: string;
  readonly control: boolean;
  readonly targetHorizontalDatum: string;
  readonly targetVerticalDatum: string;
  /** A grid over the flight, a grid within bounds, or a list from a file. */
  readonly extents: "flight" | "bounds" | "list";
  readonly side: string;
  readonly originX: string;
  readonly originY: string;
  readonly minX: string;
  readonly minY: string;
  readonly maxX: string;
  readonly maxY: string;
  readonly tiles: readonly TileDraft[];
  readonly tileNaming: string;
  readonly products: readonly ProductDraft[];
}

export const NEW_PRODUCT: ProductDraft = {
  kind: "pointCloud",
  format: "las",
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
