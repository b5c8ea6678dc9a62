import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { findingsQuery } from "../../data/findings/finding-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import type { PublishedCloud } from "../cloud-address.ts";
import type { MarkedFinding } from "../map/paint-overlay.ts";

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
