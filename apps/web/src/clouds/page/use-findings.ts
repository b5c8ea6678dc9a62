import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { findingsQuery } from "../../data/findings/finding-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import type { MarkedFinding } from "../map/paint-overlay.ts";

/** What published a cloud: its findings are kept. */
export interface PublishedCloud {
  readonly processingId: string;
  readonly job: string;
  readonly attempt: number;
}

const NO_FINDINGS: readonly MarkedFinding[] = [];

/** Where something was found in a cloud. */
export function useFindings(published: PublishedCloud | undefined): readonly MarkedFinding[] {
  const { data } = useQuery({
    ...findingsQuery(useApi(), published?.processingId ?? ""),
    enabled: published !== undefined,
  });
  const job = published?.job;
  return useMemo(
    () =>
      data
        ?.filter((finding) => finding.job === job)
        .map(({ place: { x, y }, closed }) => ({ x, y, closed })) ?? NO_FINDINGS,
    [data, job],
  );
}
