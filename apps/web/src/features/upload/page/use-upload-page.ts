import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import { routes } from "@swath/contract/routes";
import { STATUS, type UploadState } from "@swath/contract/uploads";
import type { Uploader, UploadSnapshot } from "@swath/upload-engine";
import { useState } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import type { QuestionName } from "../dialogs/questions.ts";
import { buttonsFor, type Buttons } from "../status/enablement.ts";
import { panelFor, type Panel } from "../status/panel.ts";
import { useSnapshot } from "./use-uploader.ts";

export interface UploadPageState {
  readonly snapshot: UploadSnapshot;
  readonly panel: Panel;
  readonly buttons: Buttons;
  /** Whether this page moves the upload itself. */
  readonly sending: boolean;
  readonly question: QuestionName | undefined;
  readonly ask: (question: QuestionName | undefined) => void;
  /** Does what the question asked. */
  readonly answerYes: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether the server is being asked to follow. */
  readonly syncing: boolean;
  /** Why the last command was refused. */
  readonly refusal: string | undefined;
}

export interface UploadPageFacts {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  /** Every sensor the company has. */
  readonly equipment: readonly SensorEquipment[];
  readonly server: UploadState;
  readonly uploader: Uploader;
  readonly updating: boolean;
  readonly onUpdating: () => void;
  /** The server's status is no longer what the page knows. */
  readonly onStale: () => void;
}

/** What the selected upload's screen shows and does, from the engine's and the server's word. */
export function useUploadPage(facts: UploadPageFacts): UploadPageState {
  const { flight, upload, server, uploader, updating } = facts;
  const api = useApi();
  const { roles } = useIdentity();
  const snapshot = useSnapshot(uploader);
  const [question, ask] = useState<QuestionName>();
  const [cancelledHere, setCancelledHere] = useState(false);
  const [syncing, setSyncing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { status } = snapshot;
  const sending = isSending(snapshot);
  // Someone else may have taken over an upload whose files still lie here.
  const here = snapshot.hasFiles && (server.isOwn || !STATUS[status].active);
  const hasFiles = sending || here;
  const isOwn = server.isOwn || hasFiles;
  const base = { status, isOwn, hasFiles, updating };
  const buttons = buttonsFor({ ...base, roles });

  const command = async (run: () => Promise<unknown>): Promise<void> => {
    setSyncing(true);
    setRefusal(undefined);
    try {
      await run();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setSyncing(false);
      facts.onStale();
    }
  };
  const reset = () =>
    api.call(routes.moveUpload, {
      params: { flightId: flight.FlightID, uploadId: upload._id },
      query: { status: "READY_FOR_UPLOAD" },
    });
  const answers: Readonly<Record<QuestionName, () => void>> = {
    cancel: () => {
      setCancelledHere(true);
      void command(() => uploader.cancel());
    },
    quitQueue: () => void command(() => uploader.quitQueue()),
    update: facts.onUpdating,
    reset: () => void command(reset),
    leave: () => {},
  };
  return {
    snapshot,
    panel: panelFor({ ...base, cancelledHere }),
    buttons: { ...buttons, reset: buttons.reset && !sending },
    sending,
    question,
    ask,
    answerYes: () => {
      ask(undefined);
      if (question !== undefined) answers[question]();
    },
    pause: () => void command(() => uploader.pause()),
    resume: () => void uploader.resume(),
    syncing,
    refusal,
  };
}

/** Whether this page, and not another one, moves the upload. */
export function isSending(snapshot: UploadSnapshot): boolean {
  return !snapshot.settled;
}
