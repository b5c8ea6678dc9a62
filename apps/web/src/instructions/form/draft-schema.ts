import { VECTOR_FORMATS } from "@swath/contract/instructions";
import { z } from "zod";
import type { InstructionDraft } from "./draft.ts";

const text = z.string().max(1_000);
const edge = z.number();

/** A draft as it was kept: whatever else stands there is no draft. */
const draftSchema: z.ZodType<InstructionDraft> = z.object({
  ProcInstID: text,
  projectId: text,
  siteName: text,
  control: z.boolean(),
  targetHorizontalDatum: text,
  targetVerticalDatum: text,
  extents: z.enum(["flight", "bounds", "list"]),
  side: text,
  originX: text,
  originY: text,
  minX: text,
  minY: text,
  maxX: text,
  maxY: text,
  tiles: z.array(z.object({ name: text, minX: edge, minY: edge, maxX: edge, maxY: edge })),
  tileNaming: text,
  products: z.array(
    z.object({
      kind: z.enum(["pointCloud", "dtm", "dsm", "hillshade", "intensity", "contours", "boundary"]),
      format: z.enum(["las", "laz"]),
      points: z.enum(["all", "ground"]),
      vectors: z.enum(VECTOR_FORMATS),
      cell: text,
      interval: text,
    }),
  ),
});

const keptSchema = z.object({ updated: z.string().nullable(), draft: draftSchema });
/** A draft, and the version of the instruction that it changes; null of a new one. */
export type SavedInstruction = z.infer<typeof keptSchema>;

export const readSaved = (value: unknown): SavedInstruction | undefined =>
  keptSchema.safeParse(value).data;
