import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import type { SystemCheck } from "@swath/contract/operations";
import { useApi } from "../platform/api/api.ts";
import { useNewRelease } from "../platform/config/served-release.ts";
import { POLL_SLOW_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { useIdentity } from "../platform/session/session.ts";
import { unfinishedWork } from "../platform/session/unfinished-work.ts";
import { ButtonLink } from "../ui/links.tsx";

/** What people notice of a check that fails; the first of them is shown. */
const NOTICES: readonly (readonly [check: SystemCheck, text: string])[] = [
  [
    "store",
    "The data store does not answer. Uploads wait, and go on by themselves when it is back.",
  ],
  [
    "worker",
    "Background work has stopped: uploads are not verified and processings do not start until an administrator starts a worker. Nothing is lost.",
  ],
  ["room", "The data store is almost full. Once it is full, uploads wait until there is room."],
];

/** Says above every page what of the system does not work. */
function SystemFaults() {
  const api = useApi();
  const { roles } = useIdentity();
  const { data } = usePolledQuery({
    queryKey: queryKeys.systemFaults,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(endpoints.readSystemFaults, { signal }),
    ...polling(POLL_SLOW_MS),
  });
  const notice = NOTICES.find(([check]) => data?.checks.includes(check) === true);
  return (
    <output>
      {notice === undefined ? null : (
        <Alert
          severity="warning"
          square
          action={
            may(roles, "changeSettings") ? (
              <ButtonLink to="/administration" color="inherit" size="small">
                What to do
              </ButtonLink>
            ) : undefined
          }
        >
          {notice[1]}
        </Alert>
      )}
    </output>
  );
}

/** Says above every page that the server has another release than the page. */
function NewRelease() {
  const release = useNewRelease();
  return (
    <output>
      {release === undefined ? null : (
        <Alert
          severity="info"
          square
          action={
            <Button color="inherit" size="small" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          Swath was updated to release {release}. Reload this page when it suits you.
          {unfinishedWork.exists ? /* text */ " What runs in this tab goes on until then." : ""}
        </Alert>
      )}
    </output>
  );
}

/** What everybody should know of the system. */
export function SystemNotice() {
  return (
    <>
      <SystemFaults />
      <NewRelease />
    </>
  );
}
