import { findingEndpoints, profileEndpoints } from "@swath/contract/processing";
import type { Serve } from "../../platform/http/serve.ts";
import { findingsGeojson, findingsPackage, findingsReport } from "./finding-files.ts";
import {
  answerFinding,
  type FindingDeps,
  findingPicture,
  listFindings,
  markFinding,
  reportPictures,
} from "./finding-store.ts";
import { deleteProfile, listProfiles, profilePicture, saveProfile } from "./profile-store.ts";

/** Serves the findings in clouds, and saved profiles of them. */
export function serveFindings(serve: Serve, deps: FindingDeps): void {
  const { db } = deps;
  serve(findingEndpoints.listFindings, ({ query, identity }) => listFindings(db, identity, query));
  serve(findingEndpoints.markFinding, (call) => markFinding(deps, call, call.body));
  serve(findingEndpoints.answerFinding, (call) =>
    answerFinding(deps, call, call.params.findingId, call.body),
  );
  serve(findingEndpoints.readFindingPicture, async ({ params, identity }) => {
    const picture = await findingPicture(db, identity, params.findingId);
    return { picture: picture.toString("base64") };
  });
  serve(findingEndpoints.exportFindings, async (call) => {
    const { query, identity } = call;
    const findings = await listFindings(db, identity, query);
    call.setHeader("x-name", `findings_${query.processingId}.geojson`);
    return findingsGeojson(findings);
  });
  serve(findingEndpoints.reportFindings, async (call) => {
    const { query, identity } = call;
    const findings = await listFindings(db, identity, query);
    call.setHeader("x-name", `findings_${query.processingId}.html`);
    const [first] = findings;
    const title = `Findings${first === undefined ? "" : ` of flight ${first.flightId}`}`;
    return findingsReport(title, findings, await reportPictures(db, findings));
  });
  serve(findingEndpoints.packageFindings, async (call) => {
    const { query, identity } = call;
    const findings = await listFindings(db, identity, query);
    call.setHeader("x-name", `findings_${query.processingId}.gpkg`);
    return findingsPackage(findings);
  });
  serveProfiles(serve, deps);
}

function serveProfiles(serve: Serve, deps: FindingDeps): void {
  const { db } = deps;
  serve(profileEndpoints.listProfiles, ({ query, identity }) =>
    listProfiles(db, identity, query.processingId),
  );
  serve(profileEndpoints.saveProfile, (call) => saveProfile(deps, call, call.body));
  serve(profileEndpoints.deleteProfile, (call) =>
    deleteProfile(db, call, call.params.profileId).then(() => undefined),
  );
  serve(profileEndpoints.readProfilePicture, async ({ params, identity }) => {
    const picture = await profilePicture(db, identity, params.profileId);
    return { picture: picture.toString("base64") };
  });
}
