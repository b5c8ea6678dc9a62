import type { Flight, FlightUpload } from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadState, type UploadStatus } from "@swath/contract/uploads";
import type { Uploader, UploadSnapshot } from "@swath/upload-engine";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { POLL_FAST_MS, polling } from "../../platform/query/polling.ts";
import { type UploadId, uploadStateQuery } from "../upload-queries.ts";
import {
  type CreateUploader,
  runningUploads,
  useRunningUpload,
  useSnapshot,
} from "./running-uploads.ts";

interface Watched extends UploadId {
  /** Answers to requests made before or during a pause are dropped. */
  readonly paused: boolean;
}

/** Polls the server's state of an upload; returns how to read it now. */
export function useServerState(
  { paused, ...of }: Watched,
  onState: (state: UploadState) => void,
): () => void {
  const queries = useQueryClient();
  const query = uploadStateQuery(useApi(), of);
  const { data } = useQuery({ ...query, ...polling(POLL_FAST_MS), enabled: !paused });
  const receive = useEffectEvent((state: UploadState) => {
    if (!paused) onState(state);
  });
  const cancel = useEffectEvent(() => void queries.cancelQueries({ queryKey: query.queryKey }));
  useEffect(() => {
    if (data !== undefined) receive(data);
  }, [data]);
  useEffect(() => {
    if (paused) cancel();
  }, [paused]);
  return () => void queries.invalidateQueries({ queryKey: query.queryKey });
}

/** An upload as this page and the server know it. */
export interface LiveUpload {
  readonly uploader: Uploader;
  readonly snapshot: UploadSnapshot;
  /** Whether this page, and no other, moves the upload. */
  readonly sending: boolean;
  /** The server's last answer; while this page sends, the one before it began. */
  readonly server: UploadState;
  /** Whether an update of ready data was requested here and waits for its folder. */
  readonly updating: boolean;
  /** With a reason where the data is another's. */
  readonly startUpdate: (reason?: string) => void;
  /** Whether to replace another's failed upload was requested here and waits for the folder. */
  readonly replacing: boolean;
  readonly startReplacement: (reason: string | undefined) => void;
  /** Reads the server's state now. */
  readonly refresh: () => void;
}

/** What every panel of an upload's page shows something of. */
export interface UploadOnPage {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly live: LiveUpload;
}

interface Options {
  readonly flightId: string;
  readonly upload: FlightUpload;
  readonly createUploader: CreateUploader;
  /** The data has become ready: the flight's record is older than that. */
  readonly onReady: () => void;
}

/** Joins an upload's uploader with the server's state, which is polled while this page does not send. */
export function useLiveUpload({ flightId, upload, createUploader, onReady }: Options): LiveUpload {
  const [server, setServer] = useState(() => stateOf(upload));
  // One that goes on since another visit of this page.
  const [begun] = useState(() => runningUploads.jobOf(upload._id));
  // Once an update has begun it stays one until the server's next answer.
  const [update, setUpdate] = useState<"requested" | "begun" | undefined>(
    begun?.isUpdate === true ? "begun" : undefined,
  );
  const [replacing, setReplacing] = useState(false);
  const [reason, setReason] = useState(begun?.reason);
  const uploadId = upload._id;
  const uploader = useRunningUpload(
    {
      flightId,
      uploadId,
      uploadType: upload.Type,
      sensorName: upload.SensorName,
      isUpdate: update !== undefined || server.isUpdate,
      ...(reason === undefined ? {} : { reason }),
      status: server.status,
    },
    createUploader,
  );
  const snapshot = useSnapshot(uploader);
  const sending = !snapshot.settled;
  const refresh = useServerState({ flightId, uploadId, paused: sending }, (state) => {
    uploader.adopt(state.status);
    setServer(state);
    if (update === "begun") setUpdate(undefined);
  });
  useStatusChange(snapshot.status, (status, before) => {
    if (UPLOAD_STATUS[status].active && update === "requested") setUpdate("begun");
    if (UPLOAD_STATUS[status].active) setReplacing(false);
    if (status === "DATA_READY" && before !== status) onReady();
  });
  return {
    uploader,
    snapshot,
    sending,
    server,
    updating: update === "requested",
    startUpdate: (why) => {
      setReason(why);
      setUpdate("requested");
    },
    replacing,
    startReplacement: (why) => {
      setReason(why);
      setReplacing(true);
    },
    refresh,
  };
}

/** Calls when the status has changed, and once at first. */
function useStatusChange(
  status: UploadStatus,
  onChange: (status: UploadStatus, before: UploadStatus) => void,
): void {
  const before = useRef(status);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    change(status, before.current);
    before.current = status;
  }, [status]);
}

function stateOf(upload: FlightUpload): UploadState {
  return {
    status: upload.Status,
    isUpdate: upload.IsUpdate,
    updated: upload.Updated,
    user: upload.User,
    isOwn: upload.IsOwn,
    reason: null,
    ready: null,
  };
}
