import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { type ReactNode, useState } from "react";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { sessionsQuery, useEndSessions, SessionTable } from "./session-table.tsx";
import { PAGE, PAGE_HEAD } from "../ui/page/page-layout.ts";

const LOADING = "Loading Sessions...";

/** The browsers in which the user is signed in, each of which may be ended; more below. */
export function SessionsPage({ children }: { children?: ReactNode }) {
  usePageTitle(/* text */ "Sessions");
  const query = usePolledQuery(sessionsQuery(useApi()));
  const [asking, setAsking] = useState(false);
  const done = (): void => setAsking(false);
  const endOne = useEndSessions<string>(
    (api, sessionId) => api.call(endpoints.endSession, { params: { sessionId } }),
    done,
  );
  const endOthers = useEndSessions<void>((api) => api.call(endpoints.endOtherSessions), done);
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Box sx={PAGE}>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h1">Your sessions</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
        <Button variant="outlined" disabled={others === 0} onClick={() => setAsking(true)}>
          End all other sessions
        </Button>
      </Box>
      <Typography sx={{ color: "text.secondary" }}>
        Where you are signed in. End sessions that you do not recognise or no longer use; their
        uploads pause.
      </Typography>
      {endOne.error === null ? null : <Alert severity="error">{endOne.error.message}</Alert>}
      <Loaded query={query} loading={LOADING} failed="Your sessions could not be loaded">
        {(sessions) => (
          <SessionTable
            caption="Your sessions"
            sessions={sessions}
            labelOf={({ device }) => `End the session of ${device}`}
            busy={endOne.isPending}
            onEnd={({ id }) => endOne.mutate(id)}
          />
        )}
      </Loaded>
      {asking ? (
        <ConfirmDialog
          title="End all other sessions"
          text="You stay signed in here, and are signed out everywhere else."
          confirm="End them"
          busy={endOthers.isPending}
          error={endOthers.error?.message}
          onConfirm={() => endOthers.mutate()}
          onCancel={done}
        />
      ) : null}
      {children}
    </Box>
  );
}
