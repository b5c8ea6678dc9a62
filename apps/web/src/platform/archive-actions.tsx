import { createContext, use } from "react";

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
