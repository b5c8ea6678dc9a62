import type { Role } from "@swath/contract/identity";
import type { Attempt, Processing } from "@swath/contract/processing";
import { focusManager } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { ProcessingPage } from "../processing-page.tsx";
import type { ReviewAddress } from "../records/dialog-addresses.ts";
import type { QueueList } from "../review/queue-query.ts";
import { Reviewing } from "../review/reviewing.tsx";
import { attempt, task } from "./attempts.ts";
import { processingDocument } from "./documents.ts";

/** A picture of one pixel. */
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/** The identifiers of the two processings. */
export const FIRST = "a".repeat(24);
export const SECOND = "b".repeat(24);

const notFound = () =>
  new ApiError({ status: 404, code: "PROCESSING_NOT_FOUND", message: "there is none" });

/** A processing of which one stage awaits QA. */
export const awaiting = (
  id: string,
  sensorId: string,
  given: Partial<Processing> = {},
): Processing =>
  processingDocument({
    _id: id,
    SensorID: sensorId,
    GPSProcQAUser: "Mina",
    LMSProcQAUser: "Mina",
    ...given,
  });

const file = (path: string, kind: string) => ({ path, kind, size: 70, xxh128: "0".repeat(32) });
const FILES = [
  file("density.png", "preview"),
  file("pairs.png", "preview"),
  file("qa.html", "report"),
];

interface Server {
  documents: Processing[];
  attempts: Attempt[];
  logs: Record<string, string>;
}

interface ReviewSetting extends Partial<Server> {
  readonly address?: Partial<ReviewAddress>;
  readonly roles?: readonly Role[];
  readonly list?: QueueList;
}

/** The list of two processings with what a test gives, reviewed at an address. */
async function setUpReview(
  {
    address,
    roles = ["resubmit"],
    attempts = [attempt()],
    documents = [awaiting(FIRST, "SL000001"), awaiting(SECOND, "SL000002")],
    logs = {},
    list = { is: "ip", filters: {} },
  }: ReviewSetting,
  answers: FakeAnswers = {},
) {
  const server: Server = { documents, attempts, logs };
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listProcessings: () => ({ items: server.documents, total: server.documents.length }),
    readProcessing: ({ request }) => {
      const { processingId } = request.params as { processingId: string };
      const found = server.documents.find(({ _id }) => _id === processingId);
      if (found === undefined) throw notFound();
      return found;
    },
    listFindings: () => [],
    listProfiles: () => [],
    listAttempts: () => server.attempts,
    listAttemptFiles: () => FILES,
    listAttemptTasks: () => ({ items: [task()], total: 1 }),
    listOpenTasks: () => ({ total: 0, tasks: [] }),
    readAttemptFile: () => ({
      url: `data:image/png;base64,${PIXEL}`,
      expires: "2026-03-14T07:00:00.000Z",
    }),
    readTaskLog: ({ request }) => {
      const {
        task: name,
        start = 0,
        length = 65_536,
      } = request.query as {
        task: string;
        start?: number;
        length?: number;
      };
      const text = server.logs[name] ?? "";
      const piece = text.slice(start, start + length);
      const end = start + piece.length;
      return { start, end, size: text.length, text: piece, written: "2026-03-14T06:00:00.000Z" };
    },
    ...answers,
  });
  const rendered = await renderPage(api, roles);
  const seen: (ReviewAddress | undefined)[] = [];
  function Listed() {
    const [shown, setShown] = useState<ReviewAddress | undefined>(
      address === undefined
        ? undefined
        : { processingId: FIRST, job: "PI1_MineIP1", panel: "results", ...address },
    );
    return (
      <Reviewing
        list={list}
        address={shown}
        onAddress={(next) => {
          seen.push(next);
          setShown(next);
        }}
      >
        <ProcessingPage
          page={1}
          onPage={() => undefined}
          filters={{}}
          onFilters={() => undefined}
        />
      </Reviewing>
    );
  }
  rendered.draw(<Listed />);
  return { server, api, seen, leave: rendered.leave };
}

type ReviewArguments = Parameters<typeof setUpReview>;

/** Gives each test of a file a window of 1,425 px, a fake clock and an end; draws a review. */
export function reviewRig() {
  let leave: (() => void) | undefined;
  beforeEach(async () => {
    await screen.viewport(1_425, 900);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  });
  afterEach(() => {
    leave?.();
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });
  return {
    setUp: async (...of: ReviewArguments) => {
      const rig = await setUpReview(...of);
      ({ leave } = rig);
      return rig;
    },
    /** Takes the review away within a test. */
    leave: (): void => leave?.(),
  };
}

/** The dialog of a review by its title. */
export const review = (name: string) => screen.getByRole("dialog", { name });

/** The requests of a call that were sent. */
export const callsOf = (api: ReturnType<typeof fakeApi>, name: string) =>
  api.calls.filter((call) => call.name === name).map(({ request }) => request);
