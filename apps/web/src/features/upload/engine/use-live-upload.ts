import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FlightUpload } from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadState, type UploadStatus } from "@swath/contract/uploads";
import type { Uploader, UploadSnapshot } from "@swath/upload-engine";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { POLL_FAST_MS, polling } from "../../../platform/query/polling.ts";
import { uploadStateQuery } from "../upload-queries.ts";
import { useRunningUpload, type CreateUploader } from "./running-uploads.ts";

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
  // Once an update has begun it stays one until the server's next answer.
  const [update, setUpdate] = useState<"requested" | "begun">();
  const [replacing, setReplacing] = useState(false);
  const [reason, setReason] = useState<string>();
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

function useSnapshot(uploader: Uploader): UploadSnapshot {
  const subscribe = useCallback((listener: () => void) => uploader.subscribe(listener), [uploader]);
  return useSyncExternalStore(subscribe, () => uploader.getSnapshot());
}

interface Watched {
  readonly flightId: string;
  readonly uploadId: string;
  /** Answers to requests made before or during a pause are dropped. */
  readonly paused: boolean;
}

/** Polls the server's state of an upload; returns how to read it now. */
function useServerState(
  { flightId, uploadId, paused }: Watched,
  onState: (state: UploadState) => void,
): () => void {
  const queries = useQueryClient();
  const query = uploadStateQuery(useApi(), flightId, uploadId);
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
