import { z } from "zod";
import { hexIdSchema, projectIdSchema } from "../ids/id-schemas.ts";
import { pageSchema, rowsSchema } from "../filters.ts";
import { endpoint } from "../endpoint.ts";
import {
  instructionFormSchema,
  instructionRowSchema,
  instructionSchema,
  productRowSchema,
} from "./instruction.ts";

/** Most bytes of a file of control points. */
export const MAX_CONTROL_BYTES = 4_194_304;
/** A list of tiles has five values each. */
const MAX_FORM_VALUES = 40_000;

export const INSTRUCTION_SORTS = ["Updated", "projectId", "siteName", "ProcInstID"] as const;
export const INSTRUCTION_SORT = new RegExp(`^instruction\\.(${INSTRUCTION_SORTS.join("|")}) -?1$`);

/** The query of the lists of instructions and products (document 3, section 3). */
export const instructionQuerySchema = z.strictObject({
  page: pageSchema,
  size: rowsSchema(100, 10),
  sort: z
    .string()
    .regex(
      INSTRUCTION_SORT,
      `must be instruction. with one of ${INSTRUCTION_SORTS.join(", ")}, a space, and 1 or -1`,
    )
    .default("instruction.Updated -1"),
  projectId: projectIdSchema.optional(),
  /** Part of the site's name, letters of either case. */
  siteName: z.string().trim().min(1).max(60).optional(),
});
export type InstructionQuery = z.output<typeof instructionQuerySchema>;

const params = z.object({ instructionId: hexIdSchema });
const reading = { services: ["processing"], permission: "readInstructions" } as const;
const writing = { services: ["processing"], permission: "writeInstructions" } as const;
/** Of one person. */
const SAVES_PER_MINUTE = 60;
const FILES_PER_MINUTE = 20;

/** The calls of instructions and products. */
export const instructionEndpoints = {
  listInstructions: endpoint("GET", "/instruction", {
    ...reading,
    summary: "A page of instructions, last saved first; x-total-count holds how many",
    query: instructionQuerySchema,
    reply: z.array(instructionRowSchema),
  }),
  listProducts: endpoint("GET", "/product", {
    ...reading,
    summary: "A page of the products of all instructions; x-total-count holds how many",
    query: instructionQuerySchema,
    reply: z.array(productRowSchema),
  }),
  listInstructionProjects: endpoint("GET", "/instruction/projects", {
    ...reading,
    summary: "The projects that an instruction can be of",
    reply: z.array(z.object({ ProjectID: z.string(), ProjectName: z.string() })),
  }),
  readInstruction: endpoint("GET", "/instruction/:instructionId", {
    ...reading,
    summary: "One instruction",
    params,
    reply: instructionSchema,
  }),
  createInstruction: endpoint("POST", "/instruction", {
    ...writing,
    summary: "Adds an instruction to a project",
    body: instructionFormSchema,
    maxValues: MAX_FORM_VALUES,
    callsPerMinute: SAVES_PER_MINUTE,
    reply: instructionSchema,
  }),
  updateInstruction: endpoint("PUT", "/instruction/:instructionId", {
    ...writing,
    summary: "Changes an instruction that is still as the caller saw it",
    params,
    /** RECORD_CHANGED where the record is no longer as the caller saw it. */
    query: z.strictObject({ updated: z.iso.datetime() }),
    body: instructionFormSchema,
    maxValues: MAX_FORM_VALUES,
    callsPerMinute: SAVES_PER_MINUTE,
    reply: instructionSchema,
  }),
  uploadControlFile: endpoint("POST", "/instruction/:instructionId/control", {
    ...writing,
    summary: "Keeps a file of control points for an instruction with control (field controlFile)",
    params,
    callsPerMinute: FILES_PER_MINUTE,
    form: {
      fields: z.strictObject({}),
      fileField: "controlFile",
      maxFileBytes: MAX_CONTROL_BYTES,
    },
    reply: instructionSchema,
  }),
} as const;
