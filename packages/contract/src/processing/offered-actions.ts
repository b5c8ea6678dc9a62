import { ACTIONS, isOn, type JobAction, missedNeed } from "./job-actions.ts";
import { type ActionFacts, isFormer, VERSION_WITHOUT_ARCHIVE_MENU } from "./job-facts.ts";
import { holdsForQA } from "./job-status.ts";
import { STATUS_LABELS, judgedStatus, shownStatus } from "./job-tooltip.ts";

/** How a row looks by its condition. */
type RowStyle = "usual" | "grey" | "box";

interface RowCondition {
  readonly rule: string;
  readonly when: (facts: ActionFacts) => boolean;
  /** The only actions that it leaves. */
  readonly leaves: (facts: ActionFacts) => readonly JobAction[];
  readonly look: RowStyle;
  /** Why it leaves no other action. */
  readonly reason: string;
}

const ARCHIVE_ACTIONS = ["copyArchiveLink", "browseArchive"] as const;
/** Stages whose output is linked although their documents are of a former version. */
const LINKED_STAGES: ReadonlySet<string> = new Set(["PI1_MineIP1", "MiningAI3"]);
const LINKED_STATUSES: ReadonlySet<string> = new Set(["MANUALLY_PROCESSED", "COMPLETED"]);

function formerActions({ job }: ActionFacts): readonly JobAction[] {
  const linked =
    job.area !== "stage" || (LINKED_STAGES.has(job.name) && LINKED_STATUSES.has(job.status));
  return linked ? ["copyLink", "resubmitJob"] : ["resubmitJob"];
}

/**
 * What a row's condition leaves of its jobs' actions; the first that holds decides (document 3,
 * section 4.2).
 *
 * contract/O1 guests see tooltips only;
 * contract/O2 what was superseded and deleted offers nothing;
 * contract/O3 archived documents of version 1.4 offer nothing;
 * contract/O4 archived ones lead to their archive;
 * contract/O5 superseded ones can be utilised again;
 * contract/O6 documents up to version 3 offer links, and the processing service's resubmission;
 * contract/O7 all others offer what their status does.
 */
const CONDITIONS: readonly RowCondition[] = [
  {
    rule: "contract/O1",
    when: ({ roles }) => roles.includes("guest"),
    leaves: () => [],
    look: "usual",
    reason: "Guests change nothing",
  },
  {
    rule: "contract/O2",
    when: ({ processing }) => processing.deletedSuperseded,
    leaves: () => [],
    look: "grey",
    reason: "It was superseded and deleted",
  },
  {
    rule: "contract/O3",
    when: ({ processing: { archived, documentMajorVersion } }) =>
      archived && documentMajorVersion === VERSION_WITHOUT_ARCHIVE_MENU,
    leaves: () => [],
    look: "box",
    reason: "Archives of version 1.4 offer nothing",
  },
  {
    rule: "contract/O4",
    when: ({ processing }) => processing.archived,
    leaves: () => ARCHIVE_ACTIONS,
    look: "box",
    reason: "It is archived",
  },
  {
    rule: "contract/O5",
    when: ({ processing, job }) => !processing.active || !job.active,
    leaves: () => ["markUtilised"],
    look: "grey",
    reason: "It is superseded, and can only be utilised again",
  },
  {
    rule: "contract/O6",
    when: ({ processing }) => isFormer(processing),
    leaves: formerActions,
    look: "usual",
    reason: "Documents up to version 3 offer links and their own resubmission only",
  },
];
const NOT_ARCHIVED = ACTIONS.filter((action) => !ARCHIVE_ACTIONS.some((each) => each === action));
const OTHERWISE: RowCondition = {
  rule: "contract/O7",
  when: () => true,
  leaves: () => NOT_ARCHIVED,
  look: "usual",
  reason: "It is not archived",
};

/** The condition of a row that decides what its jobs offer. */
export function rowCondition(facts: ActionFacts): Pick<RowCondition, "rule" | "look" | "reason"> {
  return conditionOf(facts);
}

const conditionOf = (facts: ActionFacts): RowCondition =>
  CONDITIONS.find(({ when }) => when(facts)) ?? OTHERWISE;

/** An action of a job's menu, with the reason where it cannot be done. */
export interface OfferedAction {
  readonly action: JobAction;
  /** It cannot be chosen. */
  readonly disabled?: string;
  /** It can be chosen: a dialog says only this. */
  readonly explained?: string;
}

/** A job's menu. The server refuses by the same rules: see {@link refusalOf}. */
export function offeredActions(facts: ActionFacts): OfferedAction[] {
  const left = new Set(conditionOf(facts).leaves(facts));
  return ACTIONS.filter((action) => left.has(action) && isOn(action, facts.job)).flatMap(
    (action): OfferedAction[] => {
      const missed = missedNeed(action, facts);
      if (missed === undefined) return [{ action }];
      return missed.shown === undefined ? [] : [{ action, [missed.shown]: missed.reason }];
    },
  );
}

/** The status as it stands on the dashboards of those who may act. */
function statusInWords({ processing, job }: ActionFacts): string {
  const shown = shownStatus({ processing, job, guest: false, waiting: false });
  return STATUS_LABELS[judgedStatus(shown, job.qaUser)];
}

/** Whether a job holds what comes after it, and somebody who is no guest can complete its QA now. */
export const awaitsQA = (facts: ActionFacts): boolean =>
  holdsForQA(facts.job) &&
  refusalOf("completeQA", { ...facts, roles: facts.roles.filter((role) => role !== "guest") }) ===
    undefined;

/** Why an action is refused, or undefined where it may be done. */
export function refusalOf(action: JobAction, facts: ActionFacts): string | undefined {
  const { reason, leaves } = conditionOf(facts);
  if (!leaves(facts).includes(action)) return reason;
  if (!isOn(action, facts.job)) return `Not offered while it is '${statusInWords(facts)}'`;
  return missedNeed(action, facts)?.reason;
}
