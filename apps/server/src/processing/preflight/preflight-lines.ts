import type { PreflightLine } from "@swath/contract/processing";
import { lackingProgram } from "../stages/lacking-program.ts";
import { calibrationLines } from "./calibration-lines.ts";
import { coordinateLines } from "./coordinate-lines.ts";
import { diskLines } from "./disk-lines.ts";
import { programLines, resourceLines } from "./engine-lines.ts";
import { inputLines } from "./input-lines.ts";
import { line } from "./line.ts";
import type { PreflightFacts } from "./preflight-facts.ts";

function orderLines({ before }: PreflightFacts): PreflightLine[] {
  if (before.length === 0) return [line("order", "ok", "Every job before it is done")];
  const advice = "The order stands until then, and begins by itself.";
  return before.map((why) => line("order", "warning", why, advice));
}

/**
 * What is said before a job is ordered:
 *
 * preflight/F1 what the server would end at once is `impossible`, and nothing else is said;
 * preflight/F2 what an order would wait for, or its run fail by, is `blocking`, with what to do;
 * preflight/F3 what cannot be known here is `unknown`, never `ok`;
 * preflight/F4 a check that does not concern the job has no line.
 */
export function preflightLines(facts: PreflightFacts): PreflightLine[] {
  const { stage, job } = facts;
  const lacking = lackingProgram(stage, job, facts);
  if (stage === undefined || lacking !== undefined)
    return [
      line("program", "impossible", lacking ?? "", "Ask the machine's operator to install it."),
    ];
  return [
    ...orderLines(facts),
    ...inputLines(facts),
    ...coordinateLines(facts.coordinates),
    ...calibrationLines(facts),
    ...diskLines(facts.space),
    ...programLines(facts.engine),
    ...resourceLines(stage.resources, facts.engine),
  ];
}
