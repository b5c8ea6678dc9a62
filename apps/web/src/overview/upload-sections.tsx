import {
  FLOWN_DAYS,
  type FlownUpload,
  LATE_DAYS,
  NEEDS_OWNER,
  NOT_BEGUN,
  type Overview,
  type OwnUpload,
} from "@swath/contract/overview";
import { flightFilters } from "@swath/contract/flights";
import { QuotaWarnings } from "../data/quota-warnings.tsx";
import { UPLOAD_NAME } from "../data/upload-name.ts";
import { statusLabel, statusStyle } from "../data/upload-status.ts";
import { plural, utcDay, utcMinute } from "../ui/text/format.ts";
import { TextLink } from "../ui/links.tsx";
import { StatusIcon } from "../ui/status/status-icon.tsx";
import { Pill } from "../ui/status/status-pill.ts";
import { Beside, Row, Rows, Section } from "./section.tsx";
import { Since } from "./since.tsx";
import { nextStep } from "./words.ts";

type Listed = Pick<OwnUpload | FlownUpload, "flightId" | "uploadId" | "type" | "sensor" | "status">;

function UploadLink({ flightId, uploadId, type, sensor }: Listed) {
  return (
    <>
      <TextLink to="/post/$flightId/uploads/$uploadId" params={{ flightId, uploadId }}>
        {flightId} {UPLOAD_NAME[type]}
      </TextLink>
      <Beside>{sensor}</Beside>
    </>
  );
}

function Status({ status }: Pick<Listed, "status">) {
  const { glyph, tone } = statusStyle(status);
  return (
    <Pill tone={tone}>
      <StatusIcon glyph={glyph} />
      {statusLabel(status)}
    </Pill>
  );
}

interface SectionOf<S> {
  readonly of: S;
  /** The server's time. */
  readonly at: string;
}

const ofStatus = (statuses: readonly OwnUpload["status"][]) => ({
  UploadStatus: flightFilters.textOf("UploadStatus", statuses),
});

/** The person's own uploads that do not go on without them. */
export function OwnUploads({ of, at }: SectionOf<NonNullable<Overview["uploads"]>>) {
  return (
    <Section
      title="Your uploads"
      of={of}
      empty="None of your uploads needs you."
      note={<QuotaWarnings padding={1.5} />}
      all={
        <TextLink to="/post" search={ofStatus(NEEDS_OWNER)}>
          Show all, everybody's
        </TextLink>
      }
    >
      <Rows>
        {of.rows.map((row) => (
          <Row
            key={row.uploadId}
            side={
              <>
                <Status status={row.status} />
                <Since since={row.since} at={at} />
              </>
            }
            detail={
              <>
                {row.isUpdate ? "Update. " : ""}
                {nextStep(row)}
              </>
            }
          >
            <UploadLink {...row} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

const DAY_MS = 86_400_000;

/** What was flown of late and is neither in storage nor on its way. */
export function FlownUploads({ of, at }: SectionOf<NonNullable<Overview["flown"]>>) {
  const from = utcDay(Date.parse(at) - FLOWN_DAYS * DAY_MS);
  const search = { ...ofStatus([...NOT_BEGUN, ...NEEDS_OWNER]), Date: `${from}+${utcDay(at)}` };
  return (
    <Section
      title="Flown, not uploaded"
      of={of}
      empty={`All flights of the last ${plural(FLOWN_DAYS, "day")} are uploaded, or on their way.`}
      all={
        <TextLink to="/post" search={search}>
          Show all
        </TextLink>
      }
    >
      <Rows>
        {of.rows.map((row) => (
          <Row
            key={row.uploadId}
            side={
              <>
                <Status status={row.status} />
                <Since since={row.flown} at={at} lateDays={LATE_DAYS.upload} />
              </>
            }
            detail={`${[/* text */ `Flown until ${utcMinute(row.flown)}`, row.aircraft, ...row.projects].join(" · ")}${
              row.user === null ? "" : ` · begun by ${row.user}`
            }`}
          >
            <UploadLink {...row} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
