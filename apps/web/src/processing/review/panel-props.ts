import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";
import type { ReviewAddress } from "./address/review-address.ts";

/** What each panel of a review is given. */
export interface PanelProps {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  readonly address: ReviewAddress;
  readonly onAddress: (address: ReviewAddress) => void;
  /** The reviewer has changed the job. */
  readonly onOwnChange: () => void;
}
