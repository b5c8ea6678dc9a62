import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { rateAt } from "@swath/upload-engine";
import { type ReactNode, useSyncExternalStore } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { useSession } from "../../platform/session/session.ts";
import { useNow, useOnline } from "../../ui/use-environment.ts";
import { savedLimit } from "../progress/saved-limit.ts";
import { UploadAlert } from "../upload-alert.tsx";
import { stallText } from "./stall-text.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import type { PanelName } from "./upload-view.ts";
import { TakeOver } from "./take-over.tsx";
import { faultText, isFailed, isTakenOver } from "./fault-text.ts";

const wallTime = (at: number): number => Date.now() - performance.now() + at;

/** Why the upload stands still, where it does. */
function StallAlert({ live: { snapshot, server } }: { readonly live: LiveUpload }) {
  const isOnline = useOnline();
  const session = useSession();
  const isSignedIn = session.status !== "interrupted" || session.cause === "unreachable";
  const limit = useSyncExternalStore(savedLimit.subscribe, savedLimit.get);
  const today = useNow();
  const isLimited = rateAt(limit, today) !== undefined;
  const now = today.getTime();
  const facts = { snapshot, server, isOnline, isSignedIn, isLimited, wallTime, now };
  const found = stallText(facts);
  if (found === undefined) return null;
  return (
    <UploadAlert severity={found.isWarning ? "warning" : "info"} title={found.title}>
      {found.text}
    </UploadAlert>
  );
}

const SHOWN_LINES = 5;

interface Props {
  readonly live: LiveUpload;
  readonly panel: PanelName;
  /** Whether this user may pick a folder. */
  readonly canSelect: boolean;
  /** Why the last folder was refused: a text, and lines below it. */
  readonly folderFault: string | undefined;
  /** Why the last command was refused. */
  readonly refusal: string | undefined;
}

/** Why the upload stands still, and what went wrong with it, the last folder and the last command. */
export function UploadFaults({ live, panel, canSelect, folderFault, refusal }: Props) {
  const { snapshot, server } = live;
  // Of what is paused or stalled its panel shows the server's reason.
  const isShown = isResting(panel) && !isFailed(snapshot.status);
  const reason = isShown ? null : server.reason;
  const fault = isTold(live, panel)
    ? undefined
    : faultText({ snapshot, server: { ...server, reason }, canSelect });
  const [folderText, ...folderLines] = folderFault?.split("\n") ?? [];
  return (
    <>
      <StallAlert live={live} />
      {fault !== undefined && (
        <Fault text={fault.text} lines={fault.detail?.split("\n") ?? []} since={fault.since}>
          {snapshot.error !== undefined && isTakenOver(snapshot.error) && panel === "progress" && (
            <TakeOver live={live} />
          )}
        </Fault>
      )}
      {folderText !== undefined && folderText !== fault?.text && (
        <Fault text={folderText} lines={folderLines} />
      )}
      {refusal !== undefined && <UploadAlert severity="error">{refusal}</UploadAlert>}
    </>
  );
}

/** Whether the panel tells of a failure itself. */
function isTold({ snapshot, replacing }: LiveUpload, panel: PanelName): boolean {
  if (panel === "validationFailed") return true;
  return isFailed(snapshot.status) && (isResting(panel) || (panel === "choose" && !replacing));
}

const isResting = (panel: PanelName): boolean => panel === "resume" || panel === "resumeByOwner";

interface FaultProps {
  readonly text: string;
  /** What stands below it; several are a list. */
  readonly lines: readonly string[];
  readonly since?: string | undefined;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

function Fault({ text, lines, since, children }: FaultProps) {
  return (
    <UploadAlert severity="error">
      <Typography variant="body2">{text}</Typography>
      {lines.length === 1 && (
        <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
          {lines[0]}
        </Typography>
      )}
      {lines.length > 1 && (
        <Box sx={{ mt: 1 }}>
          <NameList names={lines} label={text} lines={SHOWN_LINES} />
        </Box>
      )}
      {since !== undefined && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {since}
        </Typography>
      )}
      {children}
    </UploadAlert>
  );
}
