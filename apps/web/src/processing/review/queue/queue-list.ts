import type { FailureKind, ProcessingFilters } from "@swath/contract/processing";

/** The list that a review's queue follows. */
export type QueueList =
  | { readonly is: "ip" | "iptm"; readonly filters: ProcessingFilters }
  | {
      readonly is: "failures";
      readonly group: string;
      readonly kind: FailureKind | undefined;
      readonly filters: ProcessingFilters;
    };
