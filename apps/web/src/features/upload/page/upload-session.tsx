import type { Flight, FlightUpload } from "@swath/contract/flights";
import { STATUS } from "@swath/contract/upload-status";
import type { UploadState } from "@swath/contract/uploads";
import type { Uploader } from "@swath/upload-engine/core/uploader";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SelectedUpload } from "./selected-upload.tsx";
import { ServerWatch } from "./server-watch.tsx";
import { useSnapshot, useUploader } from "./use-uploader.ts";
import { isSending } from "./use-upload-page.ts";

interface Props {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  /** The data has become ready: the flight's record is older than that. */
  readonly onReady: () => void;
}

/** Holds the uploader of the page and, while it does not send, follows the server. */
export function UploadSession(props: Props) {
  const { flight, upload } = props;
  const [server, setServer] = useState(() => stateOf(upload));
  const [updating, setUpdating] = useState(false);
  const [isUpdate, setIsUpdate] = useState(upload.IsUpdate);
  const uploader = useUploader({
    flightId: flight.FlightID,
    uploadId: upload._id,
    uploadType: upload.Type,
    sensorName: upload.SensorName,
    isUpdate,
    status: server.status,
  });
  if (uploader === undefined) return null;
  return (
    <Running
      {...props}
      uploader={uploader}
      server={server}
      updating={updating}
      onUpdating={(next) => {
        setUpdating(next);
        if (next) setIsUpdate(true);
      }}
      onState={(state) => {
        setServer(state);
        if (!updating) setIsUpdate(state.isUpdate);
      }}
    />
  );
}

interface RunningProps extends Props {
  readonly uploader: Uploader;
  readonly server: UploadState;
  readonly updating: boolean;
  readonly onUpdating: (updating: boolean) => void;
  readonly onState: (state: UploadState) => void;
}

function Running(props: RunningProps) {
  const { flight, upload, uploader, server, updating, onUpdating, onReady } = props;
  const snapshot = useSnapshot(uploader);
  const [visit, setVisit] = useState(0);
  const { status } = snapshot;
  const sending = isSending(snapshot);
  const before = useRef(status);
  const seen = useEffectEvent(() => {
    if (STATUS[status].active) onUpdating(false);
    if (status === "DATA_READY" && before.current !== status) onReady();
    before.current = status;
  });
  useEffect(() => seen(), [status]);
  const onState = (state: UploadState) => {
    uploader.adopt(state.status);
    props.onState(state);
  };
  return (
    <>
      {!sending && (
        <ServerWatch
          key={visit}
          flightId={flight.FlightID}
          uploadId={upload._id}
          onState={onState}
        />
      )}
      <SelectedUpload
        flight={flight}
        upload={upload}
        server={server}
        uploader={uploader}
        updating={updating}
        onUpdating={() => onUpdating(true)}
        onStale={() => setVisit((n) => n + 1)}
      />
    </>
  );
}

function stateOf(upload: FlightUpload): UploadState {
  return {
    status: upload.Status,
    isUpdate: upload.IsUpdate,
    updated: upload.Updated,
    user: upload.User,
    isOwn: upload.IsOwn,
    reason: null,
  };
}
