import AirplanemodeActive from "@mui/icons-material/AirplanemodeActive";
import BuildCircleOutlined from "@mui/icons-material/BuildCircleOutlined";
import Grain from "@mui/icons-material/Grain";
import Panorama from "@mui/icons-material/Panorama";
import PhotoCamera from "@mui/icons-material/PhotoCamera";
import SchoolOutlined from "@mui/icons-material/SchoolOutlined";
import ScienceOutlined from "@mui/icons-material/ScienceOutlined";
import SvgIcon from "@mui/material/SvgIcon";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Tune from "@mui/icons-material/Tune";
import Box from "@mui/material/Box";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import type { Flight, FlightSensor } from "@swath/contract/flights";
import type { ComponentType } from "react";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { useInCard } from "../ui/table/row-cards.tsx";
import { VisuallyHidden } from "../ui/text/visually-hidden.ts";

type Icon = ComponentType<SvgIconProps>;

function Helicopter(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M4 4h15v1.5H4zM10.8 5.5h1.500V8h-1.500z" />
      <path
        fillRule="evenodd"
        d="M2 9h1.600l1.3 2H8.500c.6-1.8 2-3 4-3 4.5 0 8 2.9 8 6.5 0 1.2-.8 2-2 2H12c-2 0-3-.8-3.6-2.500L4.5 13 2 9zm11.5.9v3.600h4.700c-.5-2-2.3-3.4-4.7-3.600z"
      />
      <path d="M10.5 16.500H12V19h-1.500zM16 16.500h1.500V19H16zM8.5 19H20v1.500H8.500z" />
    </SvgIcon>
  );
}

/** A kind as people call it. */
interface Kind {
  readonly name: string;
  readonly icons: readonly Icon[];
}

const kind = (name: string, ...icons: Icon[]): Kind => ({ name, icons });

export const FLIGHT_KIND: Readonly<Record<Flight["Type"][number], Kind>> = {
  "Test Flight - Calibration Flight.": kind("Test Flight - Calibration Flight", Tune),
  "Test Flight - Sensor Testing": kind("Test Flight - Sensor Testing", ScienceOutlined),
  "Test Flight - Aircraft Testing": kind("Test Flight - Aircraft Testing", BuildCircleOutlined),
  "Test Flight - Pilot Training": kind("Test Flight - Pilot Training", SchoolOutlined),
  "Successful Capture": kind("Client Flight", TaskAlt),
};
export const SENSOR_KIND: Readonly<Record<FlightSensor["Type"], Kind>> = {
  LiDAR: kind("LiDAR", Grain),
  MediumFormatImagery: kind("Medium Format Imagery", PhotoCamera),
  LiDARandImagery: kind("LiDAR and Imagery (simultaneous)", Grain, PhotoCamera),
  LargeFormatImagery: kind("Large Format Imagery", Panorama),
};
export const AIRCRAFT_KIND: Readonly<Record<Flight["AircraftType"], Kind>> = {
  FixedWing: kind("Fixed Wing", AirplanemodeActive),
  Rotary: kind(/* text */ "Rotary", Helicopter),
};

/** A kind as its icons, in a table with its name in a tooltip; a card has room for the name. */
export function KindIcon({ kind: { name, icons } }: { kind: Kind }) {
  const drawn = icons.map((Icon, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the icons of a kind never change
    <Icon key={index} aria-hidden="true" sx={{ fontSize: 20 }} />
  ));
  if (useInCard())
    return (
      <Box component="span" sx={{ "& > svg": ON_CARD }}>
        {drawn}
        {name}
      </Box>
    );
  return (
    <Tooltip title={name} describeChild>
      <Box
        component="span"
        sx={{ position: "relative", display: "flex", width: "fit-content", color: "primary.main" }}
      >
        {drawn}
        <VisuallyHidden>{name}</VisuallyHidden>
      </Box>
    </Tooltip>
  );
}

const ON_CARD = {
  mr: 0.5,
  fontSize: "1.2em",
  verticalAlign: "-0.22em",
  color: "primary.main",
} as const;
