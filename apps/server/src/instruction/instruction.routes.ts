import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import {
  listInstructions,
  listProducts,
  listProjects,
  readInstruction,
} from "./instruction-records.ts";
import { type ControlDeps, keepControlFile } from "./keep-control-file.ts";
import { saveInstruction } from "./save-instruction.ts";

const TOTAL = "x-total-count";

/** Serves instructions and their products. */
export function serveInstructions(serve: Serve, deps: ControlDeps): void {
  const { db } = deps;
  serve(endpoints.listInstructions, async (call) => {
    const { rows, total } = await listInstructions(db, call.query);
    call.setHeader(TOTAL, String(total));
    return [...rows];
  });
  serve(endpoints.listProducts, async (call) => {
    const { rows, total } = await listProducts(db, call.query);
    call.setHeader(TOTAL, String(total));
    return [...rows];
  });
  serve(endpoints.listInstructionProjects, () => listProjects(db));
  serve(endpoints.readInstruction, ({ params, identity }) =>
    readInstruction(db, params.instructionId, identity.roles),
  );
  serve(endpoints.createInstruction, async ({ body, identity, from }) =>
    readInstruction(db, await saveInstruction(db, body, { identity, from }), identity.roles),
  );
  serve(endpoints.updateInstruction, async ({ params, query, body, identity, from }) => {
    const seen = { id: params.instructionId, updated: query.updated };
    const id = await saveInstruction(db, body, { identity, from }, seen);
    return readInstruction(db, id, identity.roles);
  });
  serve(endpoints.uploadControlFile, async ({ params, form, identity, from }) => {
    await keepControlFile(deps, params.instructionId, form.file, { identity, from });
    return readInstruction(db, params.instructionId, identity.roles);
  });
}
