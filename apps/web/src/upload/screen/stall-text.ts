import type { UploadState } from "@swath/contract/uploads";
import type { Stall, UploadSnapshot } from "@swath/upload-engine";
import { formatBytes, utcTimeOfDay } from "../../ui/text/format.ts";

/** Why an upload stands still, for people. */
export interface StallText {
  readonly title: string;
  readonly text: string;
  /** Whether something is amiss, and is not only waited for. */
  readonly isWarning: boolean;
}

export interface StallFacts {
  readonly snapshot: Pick<
    UploadSnapshot,
    "status" | "progress" | "pausing" | "unansweredSince" | "stall"
  >;
  readonly server: Pick<UploadState, "status" | "updated">;
  /** What the browser itself knows of its network. */
  readonly isOnline: boolean;
  /** Whether the server knows who sends; without that it answers no call. */
  readonly isSignedIn: boolean;
  /** Whether a person limited the rate, now. */
  readonly isLimited: boolean;
  /** The date of an instant of the engine's clock, in milliseconds. */
  readonly wallTime: (at: number) => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const KEPT = "Nothing is lost: what has arrived is kept";
const LEAVE_OPEN = `${KEPT}, and the upload continues on its own. Leave this page open.`;
/** A server that is not busy begins within seconds. */
const BEGUN_WITHIN_MS = 30_000;

const SIGN_IN = `The upload waits until you have signed in again. ${LEAVE_OPEN}`;
const OFFLINE = { title: "This computer has no network", text: LEAVE_OPEN, isWarning: true };

/** By what the upload waits for (upload-screen/W4 to W8, W10). */
const WAITING: Readonly<Record<Stall["cause"], Omit<StallText, "title">>> = {
  store: {
    text: `The store is full. It is tried again twice a minute: an administrator has to make room. ${LEAVE_OPEN}`,
    isWarning: true,
  },
  link: {
    text: `Nothing is getting through. If that lasts, the parts under way are sent again. ${LEAVE_OPEN}`,
    isWarning: true,
  },
  turn: {
    text: "The next parts wait for the server's authorisation. The upload continues on its own.",
    isWarning: false,
  },
  compression: {
    text: "The computer compresses the next files, and the link waits for it.",
    isWarning: false,
  },
  drive: {
    text: "The next files are read, and the drive is slow to answer. If it was unplugged, plug it in again.",
    isWarning: true,
  },
  retry: { text: "Failed parts are sent again automatically.", isWarning: true },
};

/**
 * The one reason that is said, the first that holds:
 * Rules upload-screen/W1 to W11.
 * Why a rebuild waits, the server says itself; a queue has its own panel.
 */
export function stallText(facts: StallFacts): StallText | undefined {
  const { snapshot, wallTime, isOnline, isSignedIn, isLimited } = facts;
  const since = (at: number): string => utcTimeOfDay(wallTime(at));
  if (snapshot.unansweredSince !== undefined)
    return {
      title: `No answer from the server since ${since(snapshot.unansweredSince)}`,
      text: `${KEPT}, and the upload continues as soon as there is an answer. Leave this page open.`,
      isWarning: true,
    };
  if (snapshot.pausing) return pausingText(snapshot.progress);
  const { stall } = snapshot;
  if (stall === undefined) return notBegunText(facts);
  if (!isOnline) return OFFLINE;
  const title = `Nothing was sent since ${since(stall.since)}`;
  if (!isSignedIn) return { title, text: SIGN_IN, isWarning: true };
  if (stall.cause === "turn" && isLimited)
    return { title, text: "The limit that you set has no room yet.", isWarning: false };
  if (stall.retryAt === undefined) return { title, ...WAITING[stall.cause] };
  const text = `Failed parts are sent again automatically at ${since(stall.retryAt)}.`;
  return { title, text, isWarning: true };
}

function pausingText({ handedOverBytes, completedBytes }: UploadSnapshot["progress"]) {
  const bytes = formatBytes(handedOverBytes - completedBytes);
  return {
    title: "Pausing",
    text: `${bytes} in flight is finished first, for 10 s at most. Press Pause again to stop at once.`,
    isWarning: false,
  };
}

/** All has arrived, and the server has not begun (upload-screen/W9). */
function notBegunText({ server, now }: StallFacts): StallText | undefined {
  if (server.status !== "UPLOAD_COMPLETE") return undefined;
  if (now - Date.parse(server.updated) < BEGUN_WITHIN_MS) return undefined;
  return {
    title: "The server has not begun to validate the upload yet",
    text: "Everything has arrived. The server starts on its own; you may close this page.",
    isWarning: false,
  };
}
