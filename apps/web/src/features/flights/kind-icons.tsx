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
      <path d="M3 4h14v1.6h-6.2V8h1.7c3 0 5.5 2.3 5.5 5.2v2.3a1 1 0 0 1-1 1h-.6v3H19V21H8v-1.500h2v-3H9a4 4 0 0 1-3.5-2.100L4.6 12.600H2.500V8.500h1.400l1 1.900H8C8.2 9.2 8.6 8.4 9.2 8V5.600H3zm9.7 5.800v3.700h4.400a3.9 3.9 0 0 0-4.4-3.700M11.4 16.500v3H15v-3z" />
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
