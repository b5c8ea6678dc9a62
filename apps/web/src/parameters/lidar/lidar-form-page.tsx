import { type Calibration, LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sensorEquipmentQuery } from "../../data/equipment-queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { NumberGroup } from "../form/number-group.tsx";
import { ParameterForm } from "../form/parameter-form.tsx";
import { SurveyFields } from "../form/survey-fields.tsx";
import { draftName, useEntries } from "../form/use-entries.ts";
import { InstrumentFilesField } from "./instrument-files-field.tsx";
import { fileFaults, keepsFiles, type LidarBody, lidarBody, ownerOf } from "./lidar-form.ts";
import { LIDAR_GROUPS } from "./lidar-groups.ts";
import { useFiles } from "./use-files.ts";

const send = (api: Api, body: LidarBody, base: Calibration | undefined): Promise<unknown> =>
  base === undefined
    ? api.call(endpoints.createCalibration, { body })
    : api.call(endpoints.updateCalibration, {
        params: { calibrationId: base._id },
        query: { updated: base.Updated },
        body,
      });

/** The form of LiDAR parameters: of a new record, or of one that is to be completed. */
export function LidarFormPage({ record }: { readonly record?: Calibration }) {
  // A record that is read anew meanwhile is not what the form was opened with.
  const [opened] = useState(record);
  const equipment = useQuery(sensorEquipmentQuery(useApi())).data;
  const { entries, setEntries, draft } = useEntries("lidar", LIDAR_PARAMETERS, opened);
  const loaded = useFiles(draftName("lidar", opened), draft.state === "restored");
  const { files, setFiles } = loaded;
  const owner = ownerOf(entries);
  return (
    <ParameterForm
      kind="lidar"
      noun="LiDAR parameters"
      record={opened}
      entries={entries}
      draft={{
        ...draft,
        fillIn: () => {
          loaded.fillIn();
          draft.fillIn();
        },
        discard: () => {
          loaded.discard();
          draft.discard();
        },
        drop: () => {
          loaded.drop();
          draft.drop();
        },
      }}
      bodyOf={(base) => lidarBody(entries, files, base)}
      send={send}
    >
      <SurveyFields
        sensorLabel="LiDAR Sensor"
        sensors={equipment?.filter(({ Type }) => Type === "LiDAR").map(({ Name }) => Name)}
        entries={entries}
        onEntries={setEntries}
        hasDue
      />
      {LIDAR_GROUPS.map(({ title, names }) => (
        <NumberGroup
          key={title}
          title={title}
          names={names}
          texts={entries.texts}
          onTexts={(texts) => setEntries({ ...entries, texts: { ...entries.texts, ...texts } })}
        />
      ))}
      <InstrumentFilesField
        owner={owner}
        files={files}
        areLost={loaded.areLost}
        onFiles={(read) => {
          setFiles(read);
          // They are a part of the same draft.
          setEntries(entries);
        }}
        kept={files === undefined && keepsFiles(opened, owner)}
        faults={fileFaults(files, owner)}
      />
    </ParameterForm>
  );
}
