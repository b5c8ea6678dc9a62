import { useState } from "react";
import { z } from "zod";
import { type Calibration, LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import type { LoadedFiles } from "./read-instrument-files.ts";
import {
  type LidarBody,
  type LidarParameter,
  fileFaults,
  keepsFiles,
  lidarBody,
  ownerOf,
} from "./lidar-form.ts";
import { sensorEquipmentQuery } from "../../data/record-queries.ts";
import { type Api, useApi } from "../../platform/api/api.ts";
import { NumberGroup } from "../form/number-group.tsx";
import { ParameterForm } from "../form/parameter-form.tsx";
import { SurveyFields } from "../form/survey-fields.tsx";
import { draftName, useEntries } from "../form/use-entries.ts";
import { InstrumentFilesField } from "./instrument-files-field.tsx";

/** Most characters of files that are kept in a tab: a browser gives a site some five million. */
const MOST_KEPT = 2_000_000;

const keptSchema = z.union([
  z.object({
    RES: z.string(),
    TBL: z.string(),
    LCP: z.string(),
    names: z.array(z.string().max(255)).max(20),
  }),
  z.object({ tooLarge: z.literal(true) }),
]);

const sizeOf = ({ RES, TBL, LCP }: LoadedFiles): number => RES.length + TBL.length + LCP.length;

/**
 * The loaded instrument files of a form, kept beside its entries unless they are too large for that;
 * `isRestored`: whether the form begins with what was kept.
 */
function useFiles(name: string, isRestored: boolean) {
  const kept = useSavedDraft(`${name}:files`);
  const [before] = useState(() => keptSchema.safeParse(kept.read()).data);
  const former = before === undefined || "tooLarge" in before ? undefined : before;
  const [files, setShown] = useState<LoadedFiles | undefined>(isRestored ? former : undefined);
  const setFiles = (next: LoadedFiles | undefined): void => {
    setShown(next);
    if (next === undefined) kept.drop();
    else kept.keep(sizeOf(next) > MOST_KEPT ? { tooLarge: true } : next);
  };
  return {
    files,
    setFiles,
    /** Whether files were loaded before that are to be uploaded again. */
    areLost: isRestored && before !== undefined && "tooLarge" in before && files === undefined,
    fillIn: () => setShown(former),
    drop: () => kept.drop(),
    discard: () => setFiles(undefined),
  };
}

interface Group {
  readonly title: string;
  readonly names: readonly LidarParameter[];
}

/** The nine numbers, as they belong together (document 3, section 2.5). */
const LIDAR_GROUPS: readonly Group[] = [
  {
    title: "GPS Lever Arm (m)",
    names: ["PriGNSSLeverX", "PriGNSSLeverY", "PriGNSSLeverZ"],
  },
  {
    title: "IMU Lever Arm (m)",
    names: ["RefToIMULeverX", "RefToIMULeverY", "RefToIMULeverZ"],
  },
  {
    title: "IMU Mounting Angles (degrees)",
    names: ["RefToIMUMountingAnglX", "RefToIMUMountingAnglY", "RefToIMUMountingAnglZ"],
  },
];

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
