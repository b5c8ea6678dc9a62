import { createContext, use } from "react";

const TabUploadsContext = createContext(false);

/** Given whether an upload of this tab is unfinished. */
export const TabUploadsProvider = TabUploadsContext.Provider;

/** Whether an upload of this tab is unfinished: another one that is opened in it joins its queue. */
export function useTabUploads(): boolean {
  return use(TabUploadsContext);
}

/** What may be done with an archive. */
export interface ArchiveActions {
  /** Validates the archive at `s3://bucket/prefix` and, where it is whole, opens it in the explorer. */
  readonly browse: (link: string | null) => void;
}

const ArchiveActionsContext = createContext<ArchiveActions | undefined>(undefined);

export const ArchiveActionsProvider = ArchiveActionsContext.Provider;

/** The actions that the application gives its pages; undefined where archives cannot be browsed. */
export function useArchiveActions(): ArchiveActions | undefined {
  return use(ArchiveActionsContext);
}
