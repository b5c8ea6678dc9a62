import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import { STATUS, type UploadState, type UploadStatus } from "@swath/contract/uploads";
import type { Uploader } from "@swath/upload-engine";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SelectedUpload } from "./selected-upload.tsx";
import { ServerWatch } from "./server-watch.tsx";
import { useSnapshot, useUploader } from "./use-uploader.ts";
import { isSending } from "./use-upload-page.ts";

interface Props {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly equipment: readonly SensorEquipment[];
  /** The data has become ready: the flight's record is older than that. */
  readonly onReady: () => void;
}

/** What the server and the user say of the upload; another uploader when it turns into an update. */
export function UploadSession(props: Props) {
  const [server, setServer] = useState(() => stateOf(props.upload));
  const [updating, setUpdating] = useState(false);
  const [isUpdate, setIsUpdate] = useState(props.upload.IsUpdate);
  return (
    <Holding
      {...props}
      key={String(isUpdate)}
      isUpdate={isUpdate}
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

interface HoldingProps extends Props {
  readonly isUpdate: boolean;
  readonly server: UploadState;
  readonly updating: boolean;
  readonly onUpdating: (updating: boolean) => void;
  readonly onState: (state: UploadState) => void;
}

/** Holds the uploader of the page. */
function Holding(props: HoldingProps) {
  const { flight, upload, server, isUpdate } = props;
  const uploader = useUploader({
    flightId: flight.FlightID,
    uploadId: upload._id,
    uploadType: upload.Type,
    sensorName: upload.SensorName,
    isUpdate,
    status: server.status,
  });
  return uploader === undefined ? null : <Running {...props} uploader={uploader} />;
}

/** Follows the server while the page itself does not send. */
function Running(props: HoldingProps & { readonly uploader: Uploader }) {
  const { flight, upload, uploader, server, updating, onUpdating, onReady } = props;
  const snapshot = useSnapshot(uploader);
  const [visit, setVisit] = useState(0);
  const { status } = snapshot;
  const sending = isSending(snapshot);
  const before = useRef(status);
  const saw = useEffectEvent((next: UploadStatus) => {
    if (STATUS[next].active) onUpdating(false);
    if (next === "DATA_READY" && before.current !== next) onReady();
    before.current = next;
  });
  useEffect(() => saw(status), [status]);
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
        equipment={props.equipment}
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
