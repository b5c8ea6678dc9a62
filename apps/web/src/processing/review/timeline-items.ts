import { AUDIT_EVENTS, type AuditFacts } from "@swath/contract/history";
import { JOB_ACTIONS, type JobAction, type TimelineEntry } from "@swath/contract/processing";
import { actorOf, sentenceOf } from "../../data/history-sentence.ts";
import { JOB_LOOK } from "../records/job-style.ts";

/** An event of a processing, with the events that followed from it at once. */
export interface TimelineItem {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly isPerson: boolean;
  readonly what: string;
  readonly why: string | null;
  readonly followed: readonly string[];
}

const isAction = (name: string): name is JobAction => Object.hasOwn(JOB_ACTIONS, name);

function moved({ job, from, to }: AuditFacts<"job.moved">): string {
  return `${job}: ${JOB_LOOK[from].label} → ${JOB_LOOK[to].label}`;
}

function changed({ job, action }: AuditFacts<"processing.changed">): string {
  const name = job ?? "the processing";
  if (!isAction(action)) return `${action}: ${name}`;
  const { label } = JOB_ACTIONS[action];
  return label.includes("{name}") ? label.replace("{name}", name) : `${label}: ${name}`;
}

/** An event as text, and its reason. */
function wordsOf(entry: TimelineEntry): { readonly what: string; readonly why: string | null } {
  const facts = AUDIT_EVENTS[entry.action].facts.safeParse(entry.detail);
  if (facts.success && entry.action === "job.moved") {
    const data = facts.data as AuditFacts<"job.moved">;
    return { what: moved(data), why: data.reason };
  }
  if (facts.success && entry.action === "processing.changed") {
    const data = facts.data as AuditFacts<"processing.changed">;
    return { what: changed(data), why: data.reason };
  }
  return { what: sentenceOf({ ...entry, upload: null, address: null }), why: null };
}

/** Groups adjacent events of one call; an event without a call is alone. */
function callsOf(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const calls: TimelineEntry[][] = [];
  for (const entry of entries) {
    const last = calls.at(-1);
    const same = entry.requestId !== null && last?.[0]?.requestId === entry.requestId;
    if (same) last?.push(entry);
    else calls.push([entry]);
  }
  return calls;
}

/** QA of a GPS or LMS job leaves its status as it was. */
const isNoMove = ({ action, detail }: TimelineEntry): boolean =>
  action === "job.moved" && detail["from"] === detail["to"];

/** A person's act comes before the status changes that it caused. */
function itemOf(call: readonly TimelineEntry[]): TimelineItem | undefined {
  const head = call.find(({ action }) => action !== "job.moved") ?? call[0];
  if (head === undefined) return undefined;
  const { what, why } = wordsOf(head);
  const rest = call.filter((each) => each !== head && !isNoMove(each)).toReversed();
  return {
    id: head.id,
    at: head.at,
    who: actorOf(head),
    isPerson: head.actor === "person",
    what,
    why,
    followed: [...new Set(rest.map((each) => wordsOf(each).what))],
  };
}

/** The events of a processing as people read them, in the given order. */
export function timelineItems(entries: readonly TimelineEntry[]): readonly TimelineItem[] {
  return callsOf(entries).flatMap((call) => itemOf(call) ?? []);
}
