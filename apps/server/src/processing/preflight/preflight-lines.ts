import { formatBytes } from "@swath/contract/bytes";
import type { PreflightLine } from "@swath/contract/processing";
import { lackingProgram } from "../stages/stage-catalogue.ts";
import { calibrationLines } from "./calibration-lines.ts";
import { programLine, resourceLine } from "./engine-lines.ts";
import {
  type CoordinateFacts,
  line,
  type PreflightFacts,
  type SpaceFacts,
} from "./preflight-facts.ts";

function orderLines({ before }: PreflightFacts): PreflightLine[] {
  if (before.length === 0) return [line("order", "ok", "Every job before it is done")];
  const advice = "The order stands until then, and starts on its own.";
  return before.map((why) => line("order", "warning", why, advice));
}

/**
 * The lines of a preflight:
 *
 * processing/F1 an order that the server would end at once is `impossible`, and has no other line;
 * processing/F2 a check by which the order would wait, or its run fail, is `blocking`, with advice;
 * processing/F3 a check without an answer is `unknown`, never `ok`;
 * processing/F4 a check that does not concern the job has no line.
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
    inputLine(facts),
    ...(facts.coordinates === null ? [] : [coordinateLine(facts.coordinates)]),
    ...calibrationLines(facts),
    ...diskLines(facts.space),
    programLine(facts.engine),
    resourceLine(stage.resources, facts.engine),
  ];
}

/** Free space below twice the need is short, because other runs write too. */
const ROOM = 2;

function placeLine(
  place: string,
  free: number | null,
  needed: number | null,
): PreflightLine | undefined {
  if (free === null) return undefined;
  const has = `${formatBytes(free)} free ${place}`;
  if (needed === null) return line("disk", "unknown", `${has}; how much it needs is not known`);
  const about = `about ${formatBytes(needed)} needed`;
  const advice = "Remove what is not needed there, or ask the machine's operator for space.";
  if (free < needed) return line("disk", "blocking", `${has}, ${about}`, advice);
  if (free < needed * ROOM) return line("disk", "warning", `${has}, ${about}`, advice);
  return line("disk", "ok", `${has}, ${about}`);
}

/** The space for outputs in the store and in working folders. */
function diskLines({ needed, store, scratch }: SpaceFacts): PreflightLine[] {
  const kept =
    placeLine("in the store", store, needed) ??
    line("disk", "unknown", "The store does not say how much space is left");
  const working = placeLine("for working folders", scratch, needed);
  // The space for working folders is mentioned only if it is short.
  const isShort = working?.Level === "warning" || working?.Level === "blocking";
  return isShort ? [kept, working] : [kept];
}

const SHOWN = 3;
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Whether the inputs exist, can be divided into tasks, and are in the store as listed. */
function inputLine({ inputs, before }: PreflightFacts): PreflightLine {
  if ("waits" in inputs) {
    // Earlier jobs will write them.
    if (before.length > 0) return line("inputs", "unknown", inputs.waits);
    return line("inputs", "blocking", inputs.waits, "The order waits until they are there.");
  }
  if ("fault" in inputs)
    return line("inputs", "blocking", inputs.fault, "The order would fail at once by that.");
  const { files, bytes, tasks, looked, unreadable } = inputs;
  const there = `${count(files, "file")}, ${formatBytes(bytes)}, in ${count(tasks, "task")}`;
  if (unreadable.length === 0) return line("inputs", "ok", `Inputs are there: ${there}`);
  const names = unreadable.slice(0, SHOWN).join(", ");
  const more = unreadable.length > SHOWN ? " …" : "";
  return line(
    "inputs",
    "blocking",
    `${unreadable.length} of ${count(looked, "file")} that were looked for do not stand in the store as listed: ${names}${more}`,
    "Validate the upload or the archive, or run again what wrote them.",
  );
}

/** The system of points: the file's, else the stage's parameter, else the project's (docs/stages.md). */
function coordinateLine(facts: CoordinateFacts): PreflightLine {
  const { clouds, stating, unclear, parameter, project, hasParameter } = facts;
  if (clouds > 0 && stating === clouds)
    return line("coordinates", "ok", "The clouds state their coordinate system");
  const given =
    parameter !== null
      ? `EPSG:${parameter}, the stage's parameter`
      : project !== null
        ? `EPSG:${project} of the project`
        : undefined;
  const none = clouds > stating + unclear ? "the clouds state none; " : "";
  if (given !== undefined) return line("coordinates", "ok", `Coordinate system: ${none}${given}`);
  if (unclear > 0 && stating + unclear === clouds)
    return line(
      "coordinates",
      "unknown",
      "The first bytes of the clouds do not say whether they state a coordinate system, and the project names none",
    );
  const lack =
    clouds > 0 ? "neither the clouds nor the project name one" : "the project names none";
  const where = `Name one for the project${hasParameter ? ", or as the stage's parameter" : ""}.`;
  return line("coordinates", "blocking", `No coordinate system: ${lack}`, where);
}
