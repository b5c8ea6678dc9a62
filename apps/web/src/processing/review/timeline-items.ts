import { AUDIT_EVENTS, type AuditFacts } from "@swath/contract/history";
import { JOB_ACTIONS, type JobAction, type TimelineEntry } from "@swath/contract/processing";
import { actorOf, sentenceOf } from "../../data/history-sentence.ts";
import { JOB_LOOK } from "../records/job-style.ts";
import type { Call } from "./timeline-runs.ts";

/** An event as people read it. */
export type TimelineItem = ReturnType<typeof itemOf>;

/** QA of a GPS or LMS job leaves its status as it was. */
const isNoMove = ({ action, detail }: TimelineEntry): boolean =>
  action === "job.moved" && detail["from"] === detail["to"];

/** An event with the events that followed from it: a person's act comes before the status changes. */
export function itemOf(call: Call) {
  const head = call.find(({ action }) => action !== "job.moved") ?? call[0]!;
  const rest = call.filter((each) => each !== head && !isNoMove(each)).toReversed();
  return {
    ...wordsOf(head),
    id: head.id,
    at: head.at,
    who: actorOf(head),
    isPerson: head.actor === "person",
    followed: [...new Set(rest.map((each) => wordsOf(each).what))],
  };
}

/** An event as text, and its reason. */
function wordsOf(entry: TimelineEntry): { readonly what: string; readonly why: string | null } {
  const facts = AUDIT_EVENTS[entry.action].facts.safeParse(entry.detail);
  if (facts.success && entry.action === "job.moved") {
    const { job, from, to, reason } = facts.data as AuditFacts<"job.moved">;
    return { what: `${job}: ${JOB_LOOK[from].label} → ${JOB_LOOK[to].label}`, why: reason };
  }
  if (facts.success && entry.action === "processing.changed") {
    const data = facts.data as AuditFacts<"processing.changed">;
    return { what: changed(data), why: data.reason };
  }
  return { what: sentenceOf({ ...entry, upload: null, address: null }), why: null };
}

const isAction = (name: string): name is JobAction => Object.hasOwn(JOB_ACTIONS, name);

function changed({ job, action }: AuditFacts<"processing.changed">): string {
  const name = job ?? /* text */ "the processing";
  if (!isAction(action)) return `${action}: ${name}`;
  const { label } = JOB_ACTIONS[action];
  return label.includes("{name}") ? label.replace("{name}", name) : `${label}: ${name}`;
}
