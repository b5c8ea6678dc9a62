import {
  type AwaitingJob,
  type FailedJobRow,
  LATE_DAYS,
  type Overview,
  type WaitingProcessing,
} from "@swath/contract/overview";
import { processingFilters } from "@swath/contract/processing";
import { utcDay } from "../ui/text/format.ts";
import { TextLink } from "../ui/links.tsx";
import { Beside, Row, Rows, Section } from "./section.tsx";
import { Since } from "./since.tsx";
import { holdsUpText } from "./words.ts";

interface SectionOf<S> {
  readonly of: S;
  /** The server's time. */
  readonly at: string;
}

function FlightAndProject({
  of,
}: {
  readonly of: Pick<WaitingProcessing, "flightId" | "projectId">;
}) {
  return (
    <Beside>
      {of.flightId} · {of.projectId ?? "No project"}
    </Beside>
  );
}

const reviewOf = ({ processingId, job }: FailedJobRow | AwaitingJob): string =>
  `${processingId}.${job}`;

/** The jobs that failed, latest first. */
export function FailedJobs({ of, at }: SectionOf<NonNullable<Overview["failed"]>>) {
  return (
    <Section
      title="Failed"
      of={of}
      empty="No failed job waits for an answer."
      all={
        <TextLink to="/ip/failures" search={{ kind: "failed" }}>
          Show all
        </TextLink>
      }
    >
      <Rows>
        {of.rows.map((row) => (
          <Row
            key={reviewOf(row)}
            side={<Since since={row.since} at={at} lateDays={LATE_DAYS.failure} />}
            detail={<bdi>{row.message}</bdi>}
          >
            <TextLink
              to="/ip/failures"
              search={{ kind: "failed", group: row.group, review: reviewOf(row) }}
            >
              {row.label} of {row.sensorId}
            </TextLink>
            <FlightAndProject of={row} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

const dashboardOf = ({ area }: Pick<WaitingProcessing, "area">) =>
  area === "ip" ? "/ip" : "/iptm";

/** The processings that cannot begin, with what each waits for. */
export function WaitingProcessings({ of }: SectionOf<NonNullable<Overview["waiting"]>>) {
  return (
    <Section
      title="Waits to begin"
      of={of}
      empty="No processing waits."
      all={
        <TextLink
          to="/ip"
          search={{ Status: processingFilters.textOf("Status", ["NOT_COMMENCED"]) }}
        >
          Show all not commenced
        </TextLink>
      }
    >
      <Rows>
        {of.rows.map((row) => (
          <Row
            key={row.processingId}
            side={row.surveyed === null ? undefined : <Beside>{utcDay(row.surveyed)}</Beside>}
            detail={row.waitsFor}
          >
            <TextLink
              to={dashboardOf(row)}
              search={{ SensorID: processingFilters.textOf("SensorID", [row.sensorId]) }}
            >
              {row.sensorId}
            </TextLink>
            <FlightAndProject of={row} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

const PENDING = { Status: processingFilters.textOf("Status", ["QA_PENDING"]) };

interface AwaitsQAProps extends SectionOf<NonNullable<Overview["awaitsQA"]>> {
  /** Of the Terrain Mapper's dashboard. */
  readonly terrainMapper: number;
}

/** The jobs whose QA is due, the one that waits longest first, with what each holds up. */
export function AwaitsQA({ of, at, terrainMapper }: AwaitsQAProps) {
  return (
    <Section
      title="Awaits QA"
      of={of}
      empty="Nothing awaits QA."
      all={
        <>
          <TextLink to="/ip" search={PENDING}>
            Show all
          </TextLink>
          {terrainMapper === 0 ? null : (
            <TextLink to="/iptm" search={PENDING}>
              Show all of Terrain Mapper
            </TextLink>
          )}
        </>
      }
    >
      <Rows>
        {of.rows.map((row) => (
          <Row
            key={reviewOf(row)}
            isWide
            side={<Since since={row.since} at={at} lateDays={LATE_DAYS.qa} />}
            detail={holdsUpText(row.holdsUp)}
          >
            <TextLink to={dashboardOf(row)} search={{ ...PENDING, review: reviewOf(row) }}>
              {row.label} of {row.sensorId}
            </TextLink>
            <FlightAndProject of={row} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
