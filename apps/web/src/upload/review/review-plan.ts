import type { AcceptedFile, ReportedRule } from "@swath/survey";
import type { ReportView } from "@swath/survey/report";
import { type DialogId, dialogOfRule, DIALOGS, FILE_KINDS } from "@swath/survey/rules";

/** Files that are selected together: one type, or all GPS types as gps. */
export interface FileGroup {
  readonly name: string;
  readonly files: number;
  /** Source bytes. */
  readonly bytes: number;
}

type Accepted = Pick<AcceptedFile, "kind" | "size">;

const groupOf = ({ kind }: Accepted): string => FILE_KINDS[kind].group;

/** The groups that a folder holds, in the order in which they first occur. */
function fileGroups(files: readonly Accepted[]): FileGroup[] {
  return [...Map.groupBy(files, groupOf)].map(([name, members]) => ({
    name,
    files: members.length,
    bytes: members.reduce((sum, { size }) => sum + size, 0),
  }));
}

/** The files of the selected groups, in their order. */
export function ofGroups<T extends Accepted>(
  files: readonly T[],
  selected: ReadonlySet<string>,
): T[] {
  return files.filter((file) => selected.has(groupOf(file)));
}

/** The selection after a toggle of one group. */
export function toggled(selected: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return selected.symmetricDifference(new Set([name]));
}

/** A dialog on what was found in the folder. */
export interface FindingsStep {
  readonly kind: "findings";
  readonly title: string;
  readonly message: string;
  readonly rules: readonly Pick<ReportedRule, "id" | "message" | "files" | "reasons">[];
  /** Nothing can be uploaded until it is corrected: it cannot be confirmed. */
  readonly blocks: boolean;
  readonly confirm: string;
  readonly cancel: string;
  /** How many names of each rule it shows, all by default; the report has the others. */
  readonly shown?: number;
}

/** The dialog that selects the types of file that an update sends. */
interface FileTypesStep {
  readonly kind: "fileTypes";
  readonly groups: readonly FileGroup[];
}

/** The dialog that shows what an update would change. */
interface DifferenceStep {
  readonly kind: "difference";
}

export type ReviewStep = FindingsStep | FileTypesStep | DifferenceStep;

/** What a validated folder must pass before it is sent. */
export interface ReviewPlan {
  /** Whether its report is shown first. */
  readonly showsReport: boolean;
  /** Whether it ends with the report. */
  readonly blocked: boolean;
  readonly steps: readonly ReviewStep[];
}

type Words = Pick<FindingsStep, "message" | "confirm" | "cancel" | "shown">;
const CONTINUE = { confirm: "Continue", cancel: "Cancel" } as const;

/** The texts of each dialog; their order and titles are the survey's. */
const WORDS: Readonly<Record<DialogId, Words>> = {
  // The specification asks twice, by two dialogs, about one missing file.
  missingGps: {
    message: "The GPS files do not start at .000: these are missing. Is this valid?",
    confirm: "Yes",
    cancel: "No",
  },
  crossStrips: {
    message: "Is this the flight plan KMZ from the document portal?",
    confirm: "Yes",
    cancel: "No",
  },
  fmsProjects: {
    message:
      "The projects of the FMS logs differ from those of the flight. Do you want to continue?",
    ...CONTINUE,
  },
  fmsTimes: {
    message: "The times of the FMS logs differ from those of the flight. Do you want to continue?",
    ...CONTINUE,
  },
  laz: {
    message:
      "These LAZ files cannot be processed. No files can be uploaded until this is corrected.",
    ...CONTINUE,
    shown: 3,
  },
  zeroBytes: {
    message: "Zero-byte files hold no data and will not be uploaded. Do you want to continue?",
    ...CONTINUE,
  },
  damaged: {
    message:
      "These files look damaged, as by a copy that broke off. Copy them again from the instrument or the drive. Do you want to send them as they are?",
    ...CONTINUE,
  },
  planShapes: {
    message: "The flight plan holds shapes that are not drawn as they stand. Is it right?",
    confirm: "Yes",
    cancel: "No",
  },
  leftOut: {
    message:
      "This was not read and will not be uploaded: a part of the flight may be behind it. Do you want to continue without it?",
    ...CONTINUE,
  },
  flightParts: {
    message:
      "Parts of this flight seem to be missing from the folder. Do you want to continue without them?",
    ...CONTINUE,
  },
};

interface Purpose {
  readonly isUpdate: boolean;
  readonly isResume: boolean;
}

/**
 * The review of a validated folder.
 * Rules upload-screen/R1 to R5.
 */
export function reviewPlan(
  view: Pick<ReportView, "rules">,
  accepted: readonly Pick<AcceptedFile, "kind" | "size">[],
  { isUpdate, isResume }: Purpose,
): ReviewPlan {
  const broken = view.rules.filter(({ state }) => state !== "passed");
  const blocked =
    accepted.length === 0 ||
    broken.some((rule) => rule.state === "failed" && dialogOfRule(rule.id) === undefined);
  const own = DIALOG_IDS.flatMap((id) => ownStep(broken, id));
  const kept = isResume ? own.filter(({ blocks }) => blocks) : own;
  const types: ReviewStep[] = isUpdate
    ? [{ kind: "fileTypes", groups: fileGroups(accepted) }, { kind: "difference" }]
    : [];
  return {
    showsReport: !isResume || blocked || kept.length > 0,
    blocked,
    steps: blocked ? [] : [...kept, ...types],
  };
}

const DIALOG_IDS = Object.keys(DIALOGS) as DialogId[];

function ownStep(broken: readonly ReportedRule[], id: DialogId): FindingsStep[] {
  const rules = broken.filter((rule) => dialogOfRule(rule.id) === id);
  if (rules.length === 0) return [];
  const blocks = rules.some(({ state }) => state === "failed");
  return [{ kind: "findings", title: DIALOGS[id], ...WORDS[id], rules, blocks }];
}
