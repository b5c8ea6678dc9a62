import { processingFilters } from "@swath/contract/processing";
import { recordFilterSet } from "../../data/record-filters.ts";
import { statusFilterLabel } from "../status/job-style.ts";

/** What processings are filtered by (document 3, section 2.2; decision 4 adds the status). */
export const PROCESSING_FILTERS = recordFilterSet(processingFilters, [
  { field: "Sensor", label: "Sensor" },
  { field: "ProjectManager", label: "Project Manager" },
  { field: "ProcessingTemplate", label: "Processing Template" },
  { field: "Status", label: "Status", labelOf: statusFilterLabel },
]);
