import { createContext, use } from "react";
import type { JobAction } from "@swath/contract/processing";
import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";

/** What the rows of a dashboard can have done. */
export interface JobActions {
  /** Whether the row takes no action until the next poll. */
  readonly isBlocked: (row: ProcessingRow) => boolean;
  /** Does an action of a menu, confirmed first where the table says so; `explained`: only says why not. */
  readonly begin: (row: ProcessingRow, job: JobRow, action: JobAction, explained?: string) => void;
  /** Does what changes rows of these identifiers; they take no action until the poll after it. */
  readonly whileBlocked: <T>(ids: readonly string[], work: () => Promise<T>) => Promise<T>;
}

const JobActionsContext = createContext<JobActions | undefined>(undefined);

export const JobActionsProvider = JobActionsContext.Provider;

export function useJobActions(): JobActions {
  const actions = use(JobActionsContext);
  if (actions === undefined) throw new Error("no job actions around this row");
  return actions;
}
