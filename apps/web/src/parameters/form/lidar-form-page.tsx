import {
  type Calibration,
  type CalibrationForm,
  instrumentFileFaults,
  type InstrumentOwner,
  LIDAR_PARAMETERS,
  surveyDay,
} from "@swath/contract/calibrations";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { sensorEquipmentQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import type { BodyOf } from "../shared/parameter-queries.ts";
import { InstrumentFilesField } from "./instrument-files-field.tsx";
import {
  type Beginning,
  draftName,
  numbersOf,
  type ParameterEntries,
  useEntries,
} from "./parameter-entries.ts";
import { ParameterForm } from "./parameter-form.tsx";
import type { LoadedFiles } from "./read-instrument-files.ts";

/** The facts that instrument files are named after; undefined until all of them are chosen. */
function ownerOf({ sensor, aircraft, survey }: ParameterEntries): InstrumentOwner | undefined {
  if (sensor === null || aircraft === null || survey === null) return undefined;
  return { sensorName: sensor, aircraft, surveyDate: survey };
}

/** The faults of loaded files once they are named after other facts. */
const fileFaults = (
  files: LoadedFiles | undefined,
  owner: InstrumentOwner | undefined,
): readonly string[] =>
  files === undefined || owner === undefined ? [] : instrumentFileFaults(files.names, owner);

/** Whether the files that the record has count for a form: they are of its sensor, aircraft and day. */
const keepsFiles = (record: Calibration | undefined, owner: InstrumentOwner | undefined): boolean =>
  record?.hasInstrumentFiles === true &&
  owner !== undefined &&
  record.SensorName === owner.sensorName &&
  record.Aircraft === owner.aircraft &&
  surveyDay(record.SurveyDate) === surveyDay(owner.surveyDate);

/**
 * The body that a form saves; undefined until aircraft, sensor, the nine numbers, survey date, due date
 * and the three files are there (document 3, section 5).
 */
function lidarBody(
  entries: ParameterEntries,
  files: LoadedFiles | undefined,
  record: Calibration | undefined,
): BodyOf["lidar"] | undefined {
  const owner = ownerOf(entries);
  const numbers = numbersOf(LIDAR_PARAMETERS, entries);
  if (owner === undefined || numbers === undefined || entries.due === null) return undefined;
  if (fileFaults(files, owner).length > 0) return undefined;
  if (files === undefined && !keepsFiles(record, owner)) return undefined;
  return {
    SensorName: owner.sensorName,
    Aircraft: owner.aircraft,
    SurveyDate: owner.surveyDate,
    ScheduledExpiryDate: entries.due,
    ...numbers,
    FlightID: (record?.FlightID ?? null) as CalibrationForm["FlightID"],
    ...(files === undefined
      ? {}
      : {
          LMSInstrumentRES: files.RES,
          LMSInstrumentTBL: files.TBL,
          LMSInstrumentLCP: files.LCP,
          InstrumentFileNames: [...files.names],
        }),
  };
}

/** The most characters of files that a tab keeps: a browser gives a site some five million. */
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
 * `isRestored`: whether the form begins with the kept ones.
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
    /** Whether files were loaded before and have to be uploaded again. */
    areLost: isRestored && before !== undefined && "tooLarge" in before && files === undefined,
    fillIn: () => setShown(former),
    drop: () => kept.drop(),
    discard: () => setFiles(undefined),
  };
}

const both = (one: () => void, other: () => void) => (): void => {
  one();
  other();
};

interface LidarFormProps {
  readonly record?: Calibration;
  /** What a new record begins with. */
  readonly begin?: Beginning | undefined;
}

/** The form of LiDAR parameters, for a new record or to complete one. */
export function LidarFormPage({ record, begin }: LidarFormProps) {
  // The form stays with the record as it was opened, whatever is read later.
  const [opened] = useState(record);
  const equipment = useQuery(sensorEquipmentQuery(useApi())).data;
  const form = useEntries("lidar", opened, begin);
  const { entries, setEntries, draft } = form;
  const loaded = useFiles(draftName("lidar", opened, begin), draft.state === "restored");
  const { files, setFiles } = loaded;
  const owner = ownerOf(entries);
  return (
    <ParameterForm
      {...form}
      kind="lidar"
      record={opened}
      draft={{
        ...draft,
        fillIn: both(loaded.fillIn, draft.fillIn),
        discard: both(loaded.discard, draft.discard),
        drop: both(loaded.drop, draft.drop),
      }}
      sensors={equipment?.filter(({ Type }) => Type === "LiDAR").map(({ Name }) => Name)}
      bodyOf={(base) => lidarBody(entries, files, base)}
    >
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
