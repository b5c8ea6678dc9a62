import { IMAGERY_PARAMETERS, type ImageryCalibration } from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sensorEquipmentQuery } from "../../data/equipment-queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { NumberGroup } from "../form/number-group.tsx";
import { ParameterForm } from "../form/parameter-form.tsx";
import { SurveyFields } from "../form/survey-fields.tsx";
import { useEntries } from "../form/use-entries.ts";
import { type ImageryBody, imageryBody, imagerySensors, sensorFault } from "./imagery-form.ts";
import { IMAGERY_GROUPS } from "./imagery-groups.ts";

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
