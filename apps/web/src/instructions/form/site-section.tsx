import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import { useQuery } from "@tanstack/react-query";
import {
  controlFileName,
  ELLIPSOIDAL,
  HORIZONTAL_SYSTEMS,
  VERTICAL_DATUMS,
} from "@swath/contract/instructions";
import { useApi } from "../../platform/api/api.ts";
import { instructionProjectsQuery } from "../instruction-queries.ts";
import { Field, Row, SearchedChoice, type SectionProps, useFields } from "./form-fields.tsx";
import { Explained } from "../../ui/glossary/explained.tsx";
import { TitledSection } from "../../ui/page/titled-section.tsx";

const SYSTEMS = new Map(HORIZONTAL_SYSTEMS.map(({ code, label }) => [code, `${label} (${code})`]));
const VERTICALS = VERTICAL_DATUMS.map(
  (name) => [name, name === ELLIPSOIDAL ? "Ellipsoidal heights" : name] as const,
);

/** Whose delivery it is, and its control points. */
export function SiteSection({ draft, change, isNew }: SectionProps & { readonly isNew: boolean }) {
  const { data, isError } = useQuery(instructionProjectsQuery(useApi()));
  const projects = new Map(
    (data ?? []).map(({ ProjectID, ProjectName }) => [ProjectID, `${ProjectID} ${ProjectName}`]),
  );
  const { disabled } = useFields();
  const isNamed = draft.projectId !== "" && draft.siteName.trim() !== "";
  const file = controlFileName({ projectId: draft.projectId, siteName: draft.siteName.trim() });
  return (
    <TitledSection gap={2} title="Project and site">
      <Row>
        <SearchedChoice
          name="projectId"
          label="Project"
          required
          value={draft.projectId}
          options={projects}
          onChange={(projectId) => change({ projectId })}
          {...(isError ? { help: "The projects could not be loaded" } : {})}
        />
        <Field
          name="siteName"
          label="Site name"
          required
          width={260}
          maxLength={60}
          value={draft.siteName}
          onChange={(siteName) => change({ siteName })}
        />
        <Field
          name="ProcInstID"
          label="Instruction number"
          width={220}
          maxLength={40}
          value={draft.ProcInstID}
          onChange={(ProcInstID) => change({ ProcInstID })}
          help={isNew ? "Leave empty for the next number" : "Leave empty to keep the number"}
        />
      </Row>
      <div>
        <FormControlLabel
          disabled={disabled}
          control={
            <Checkbox
              checked={draft.control}
              onChange={(_, control) => change({ control })}
              slotProps={{ input: { "aria-describedby": "instruction-control-help" } }}
            />
          }
          label={<Explained text="Compare the delivery with control points" />}
        />
        <FormHelperText id="instruction-control-help" sx={{ ml: 4 }}>
          {draft.control
            ? `The file ${isNamed ? file : "of control points"} is uploaded on the next page; stages wait for it.`
            : "Without control no file is needed."}
        </FormHelperText>
      </div>
    </TitledSection>
  );
}

/** What the products are delivered in. */
export function DatumSection({ draft, change }: SectionProps) {
  const isEllipsoidal = draft.targetVerticalDatum === ELLIPSOIDAL;
  return (
    <TitledSection gap={2} title="Target datums">
      <Row>
        <SearchedChoice
          name="targetHorizontalDatum"
          label="Horizontal"
          required
          width={440}
          value={draft.targetHorizontalDatum}
          options={SYSTEMS}
          onChange={(targetHorizontalDatum) => change({ targetHorizontalDatum })}
        />
        <Field
          name="targetVerticalDatum"
          label="Vertical"
          width={360}
          value={draft.targetVerticalDatum}
          options={VERTICALS}
          onChange={(targetVerticalDatum) => change({ targetVerticalDatum })}
          help={
            isEllipsoidal
              ? "Heights above the ellipsoid, as trajectories have them"
              : "Other heights are converted by this datum’s geoid, a grid of PROJ that each compute node needs"
          }
        />
      </Row>
    </TitledSection>
  );
}
