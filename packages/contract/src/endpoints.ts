import { archiveEndpoints } from "./archive.ts";
import { calibrationEndpoints } from "./calibrations/calibration-endpoints.ts";
import { cloudEndpoints } from "./clouds.ts";
import { coldEndpoints } from "./cold/cold-endpoints.ts";
import { demonstrationEndpoints } from "./demonstration.ts";
import { downloadEndpoints } from "./downloads.ts";
import { explorerEndpoints } from "./explorer.ts";
import { findEndpoints } from "./find.ts";
import { flightEndpoints } from "./flights/flight-endpoints.ts";
import { historyEndpoints } from "./history.ts";
import { identityEndpoints, sessionEndpoints } from "./identity/session-endpoints.ts";
import { instructionEndpoints } from "./instructions/instruction-endpoints.ts";
import { newsEndpoints } from "./news.ts";
import { operationEndpoints } from "./operations.ts";
import { overviewEndpoints } from "./overview.ts";
import { preparedCloudEndpoints } from "./prepared-clouds.ts";
import { findingEndpoints } from "./processing/cloud-findings.ts";
import { profileEndpoints } from "./processing/saved-profiles.ts";
import { customEndpoints } from "./processing/custom-processing.ts";
import { failureEndpoints } from "./processing/failure-endpoints.ts";
import { lineEndpoints } from "./processing/lines.ts";
import { runEndpoints } from "./processing/run-endpoints.ts";
import { bulkEndpoints } from "./processing/records/bulk-endpoints.ts";
import { orchestrationEndpoints } from "./processing/records/orchestration-endpoints.ts";
import {
  processingEndpoints,
  terrainMapperEndpoints,
} from "./processing/records/processing-endpoints.ts";
import { retentionEndpoints } from "./retention.ts";
import { settingsEndpoints } from "./settings.ts";
import { supportEndpoints } from "./support.ts";
import { uploadEndpoints } from "./uploads/upload-endpoints.ts";
import { viewEndpoints } from "./views.ts";

/** Named, so that the declarations of all endpoints are not written out a second time. */
type Endpoints = typeof explorerEndpoints &
  typeof demonstrationEndpoints &
  typeof downloadEndpoints &
  typeof archiveEndpoints &
  typeof cloudEndpoints &
  typeof coldEndpoints &
  typeof preparedCloudEndpoints &
  typeof findEndpoints &
  typeof findingEndpoints &
  typeof profileEndpoints &
  typeof flightEndpoints &
  typeof uploadEndpoints &
  typeof retentionEndpoints &
  typeof settingsEndpoints &
  typeof identityEndpoints &
  typeof sessionEndpoints &
  typeof historyEndpoints &
  typeof viewEndpoints &
  typeof newsEndpoints &
  typeof operationEndpoints &
  typeof overviewEndpoints &
  typeof runEndpoints &
  typeof supportEndpoints &
  typeof processingEndpoints &
  typeof terrainMapperEndpoints &
  typeof customEndpoints &
  typeof lineEndpoints &
  typeof failureEndpoints &
  typeof orchestrationEndpoints &
  typeof bulkEndpoints &
  typeof calibrationEndpoints &
  typeof instructionEndpoints;

/** Every call of the API that takes a bearer token. `GET renew` and sign-in take the session's cookie. */
export const endpoints: Endpoints = {
  ...explorerEndpoints,
  ...demonstrationEndpoints,
  ...downloadEndpoints,
  ...archiveEndpoints,
  ...cloudEndpoints,
  ...coldEndpoints,
  ...preparedCloudEndpoints,
  ...findEndpoints,
  ...findingEndpoints,
  ...profileEndpoints,
  ...flightEndpoints,
  ...uploadEndpoints,
  ...retentionEndpoints,
  ...settingsEndpoints,
  ...identityEndpoints,
  ...sessionEndpoints,
  ...historyEndpoints,
  ...viewEndpoints,
  ...newsEndpoints,
  ...operationEndpoints,
  ...overviewEndpoints,
  ...runEndpoints,
  ...supportEndpoints,
  ...processingEndpoints,
  ...terrainMapperEndpoints,
  ...customEndpoints,
  ...lineEndpoints,
  ...failureEndpoints,
  ...orchestrationEndpoints,
  ...bulkEndpoints,
  ...calibrationEndpoints,
  ...instructionEndpoints,
};

export type EndpointName = keyof Endpoints;
