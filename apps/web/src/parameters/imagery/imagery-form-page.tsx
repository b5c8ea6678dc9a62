import {
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
  type ImageryForm,
  isImagerySensor,
} from "@swath/contract/calibrations";
import type { BodyInput } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { SensorEquipment } from "@swath/contract/flights";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sensorEquipmentQuery } from "../../data/record-queries.ts";
import { useApi, type Api } from "../../platform/api/api.ts";
import { NumberGroup } from "../form/number-group.tsx";
import { numbersOf, type ParameterEntries } from "../form/parameter-entries.ts";
import { ParameterForm } from "../form/parameter-form.tsx";
import { SurveyFields } from "../form/survey-fields.tsx";
import { useEntries } from "../form/use-entries.ts";
import { IMAGERY_GROUPS, type ImageryParameter } from "./imagery-groups.ts";

export type ImageryEntries = ParameterEntries<ImageryParameter>;
export type ImageryBody = BodyInput<typeof endpoints.createImageryCalibration>;

/** The cameras that a form offers (document 3, section 2.6). */
export const imagerySensors = (equipment: readonly SensorEquipment[]): string[] =>
  equipment
    .filter(({ Type, Name }) => Type === "MediumFormatImagery" && isImagerySensor(Name))
    .map(({ Name }) => Name);

/** Why the sensor of a form is not taken: imports bring records of other cameras too. */
export const sensorFault = ({ sensor }: Pick<ImageryEntries, "sensor">): string | undefined =>
  sensor === null || isImagerySensor(sensor)
    ? undefined
    : "Choose a sensor whose name begins with P1-.";

/**
 * What a form saves; undefined until aircraft, sensor, the seven numbers and the survey date are there
 * (document 3, section 5).
 */
export function imageryBody(
  entries: ImageryEntries,
  record: ImageryCalibration | undefined,
): ImageryBody | undefined {
  const { sensor, aircraft, survey } = entries;
  const numbers = numbersOf(IMAGERY_PARAMETERS, entries);
  if (sensor === null || aircraft === null || survey === null || numbers === undefined)
    return undefined;
  if (!isImagerySensor(sensor)) return undefined;
  return {
    SensorName: sensor,
    Aircraft: aircraft,
    SurveyDate: survey,
    ...numbers,
    ScheduledExpiryDate: record?.ScheduledExpiryDate ?? null,
    FlightID: (record?.FlightID ?? null) as ImageryForm["FlightID"],
  };
}

const send = (
  api: Api,
  body: ImageryBody,
  base: ImageryCalibration | undefined,
): Promise<unknown> =>
  base === undefined
    ? api.call(endpoints.createImageryCalibration, { body })
    : api.call(endpoints.updateImageryCalibration, {
        params: { calibrationId: base._id },
        query: { updated: base.Updated },
        body,
      });

/** The form of imagery parameters: of a new record, or of one that is to be completed. */
export function ImageryFormPage({ record }: { readonly record?: ImageryCalibration }) {
  // A record that is read anew meanwhile is not what the form was opened with.
  const [opened] = useState(record);
  const equipment = useQuery(sensorEquipmentQuery(useApi())).data;
  const { entries, setEntries, draft } = useEntries("imagery", IMAGERY_PARAMETERS, opened);
  return (
    <ParameterForm
      kind="imagery"
      noun="imagery parameters"
      record={opened}
      entries={entries}
      draft={draft}
      bodyOf={(base) => imageryBody(entries, base)}
      send={send}
    >
      <SurveyFields
        sensorLabel="Imagery Sensor"
        sensorFault={sensorFault(entries)}
        sensors={equipment && imagerySensors(equipment)}
        entries={entries}
        onEntries={setEntries}
        hasDue={false}
      />
      {IMAGERY_GROUPS.map(({ title, names }) => (
        <NumberGroup
          key={title}
          title={title}
          names={names}
          texts={entries.texts}
          onTexts={(texts) => setEntries({ ...entries, texts: { ...entries.texts, ...texts } })}
        />
      ))}
    </ParameterForm>
  );
}
