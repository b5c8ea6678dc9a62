import AirplanemodeActive from "@mui/icons-material/AirplanemodeActive";
import BuildCircleOutlined from "@mui/icons-material/BuildCircleOutlined";
import Grain from "@mui/icons-material/Grain";
import Panorama from "@mui/icons-material/Panorama";
import PhotoCamera from "@mui/icons-material/PhotoCamera";
import SchoolOutlined from "@mui/icons-material/SchoolOutlined";
import ScienceOutlined from "@mui/icons-material/ScienceOutlined";
import SvgIcon from "@mui/material/SvgIcon";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Tooltip from "@mui/material/Tooltip";
import Tune from "@mui/icons-material/Tune";
import Box from "@mui/material/Box";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import type { Flight, FlightSensor } from "@swath/contract/flights";
import type { ComponentType } from "react";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";

type Icon = ComponentType<SvgIconProps>;
interface Kind {
  readonly name: string;
  readonly icons: readonly Icon[];
}

function Helicopter(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M3 4h18v1.6h-8.200V7.500h1.200a6.5 6.5 0 0 1 6.5 6.500v2.500h-8a5 5 0 0 1-4.7-3.300L4 12V7.500h1.600l1.2 2h4.400V5.600H3zm11.5 5.200v4.300h4.200a5 5 0 0 0-4.2-4.300M9 19h10.500v1.600H9zm2-2.500h1.600V19H11zm5 0h1.600V19H16z" />
    </SvgIcon>
  );
}

const FLIGHT_TYPE: Readonly<Record<Flight["Type"][number], Kind>> = {
  "Test Flight - Calibration Flight.": { name: "Test Flight - Calibration Flight", icons: [Tune] },
  "Test Flight - Sensor Testing": {
    name: "Test Flight - Sensor Testing",
    icons: [ScienceOutlined],
  },
  "Test Flight - Aircraft Testing": {
    name: "Test Flight - Aircraft Testing",
    icons: [BuildCircleOutlined],
  },
  "Test Flight - Pilot Training": { name: "Test Flight - Pilot Training", icons: [SchoolOutlined] },
  "Successful Capture": { name: "Client Flight", icons: [TaskAlt] },
};
const SENSOR_TYPE: Readonly<Record<FlightSensor["Type"], Kind>> = {
  LiDAR: { name: "LiDAR", icons: [Grain] },
  MediumFormatImagery: { name: "Medium Format Imagery", icons: [PhotoCamera] },
  LiDARandImagery: { name: "LiDAR and Imagery (simultaneous)", icons: [Grain, PhotoCamera] },
  LargeFormatImagery: { name: "Large Format Imagery", icons: [Panorama] },
};
const AIRCRAFT_TYPE: Readonly<Record<Flight["AircraftType"], Kind>> = {
  FixedWing: { name: "Fixed Wing", icons: [AirplanemodeActive] },
  Rotary: { name: "Rotary", icons: [Helicopter] },
};

export function FlightTypeIcon({ type }: { type: Flight["Type"][number] }) {
  return <KindIcon kind={FLIGHT_TYPE[type]} />;
}

export function SensorTypeIcon({ type }: { type: FlightSensor["Type"] }) {
  return <KindIcon kind={SENSOR_TYPE[type]} />;
}

export function AircraftTypeIcon({ type }: { type: Flight["AircraftType"] }) {
  return <KindIcon kind={AIRCRAFT_TYPE[type]} />;
}

function KindIcon({ kind }: { kind: Kind }) {
  return (
    <Tooltip title={kind.name} describeChild>
      <Box
        component="span"
        sx={{ position: "relative", display: "inline-flex", color: "primary.main" }}
      >
        {kind.icons.map((Icon, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the icons of a kind never change
          <Icon key={index} aria-hidden="true" sx={{ fontSize: 20 }} />
        ))}
        <VisuallyHidden>{kind.name}</VisuallyHidden>
      </Box>
    </Tooltip>
  );
}
