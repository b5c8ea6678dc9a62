import type { UploadType } from "@swath/contract/uploads";
import type { FolderRequest } from "../validate-folder.ts";

const LIDAR_FLIGHT = [
  "FL000123.pdf",
  "FL000123.xls",
  "FL000123_01.kmz",
  "PRJ12345_plan.kmz",
  "FMS_Flight_Log_20260314.log",
];

interface ValidFolder {
  readonly uploadType: UploadType;
  readonly sensorName: string;
  readonly simultaneous?: boolean;
  /** Below the base folder. */
  readonly names: readonly string[];
}

/** One folder without a finding for each profile of uploads. */
export const VALID_FOLDERS = {
  lidar: {
    uploadType: "LiDAR",
    sensorName: "Optech Galaxy Prime - 045",
    names: [
      ...LIDAR_FLIGHT,
      ...["_01", "_02"].flatMap((part) => [
        `FL000123${part}/FL000123${part}.000`,
        `FL000123${part}/FL000123${part}.001`,
        `FL000123${part}/FL000123${part}_0001.range`,
      ]),
    ],
  },
  lidar362: {
    uploadType: "LiDAR",
    sensorName: "Galaxy CM2000 - 362",
    names: [...LIDAR_FLIGHT, "FL000123.pos", "FL000123_01.range", "FL000123_02.range"],
  },
  optechGps: {
    uploadType: "OptechGPS",
    sensorName: "Optech Galaxy Prime - 045",
    names: [
      "FL000123_01.000",
      "FL000123_01.001",
      "FL000123_02/FL000123_02.000",
      "FL000123_01.26o",
      "base.26o",
      "sbet_FL000123.out",
      "smrmsg_FL000123.out",
    ],
  },
  optechGps362: {
    uploadType: "OptechGPS",
    sensorName: "Galaxy CM2000 - 362",
    names: ["FL000123.pos"],
  },
  medium: {
    uploadType: "MediumFormatImagery",
    sensorName: "P1-0027",
    names: [
      "FL000123.xls",
      "FL000123_01.000",
      "FL000123_01.csv",
      "FL000123_01.jpg",
      "FL000123_01.jgw",
      "IIQ/0001.IIQ",
    ],
  },
  medium362: {
    uploadType: "MediumFormatImagery",
    sensorName: "Phase One - 362",
    names: ["FL000123.pos", "FL000123_01/0001.rawimage"],
  },
  mediumVexcel: {
    uploadType: "MediumFormatImagery",
    sensorName: "Vexcell Osprey - 031",
    names: ["FL000123.xls", "FL000123.000", "0001.iiq"],
  },
  mediumSimultaneous: {
    uploadType: "MediumFormatImagery",
    sensorName: "P1-0027",
    simultaneous: true,
    names: ["FL000123.xls", "FL000123.csv", "0001.iiq"],
  },
  mediumGps: {
    uploadType: "MediumFormatImageryGPS",
    sensorName: "P1-0027",
    names: ["FL000123.xls", "FL000123.000", "FL000123.18n"],
  },
  mediumGps362: {
    uploadType: "MediumFormatImageryGPS",
    sensorName: "Phase One - 362",
    names: ["FL000123.pos", "FL000123.xls"],
  },
  rinex: {
    uploadType: "MediumFormatImageryGPS",
    sensorName: "P1-0027",
    names: ["FL000123.XLS", "FL000123_01.26N", "FL000123_01.6g", "FL000123_02.n"],
  },
  odd: {
    uploadType: "LiDAR",
    sensorName: "Riegl VQ-1560",
    names: [
      "FL000123.PDF",
      "prj12345 Plan (final).KMZ",
      "fms_flight_log_1.LOG",
      "FL000123.26n",
      "Flight notes/FL000123.Xls",
      "flir/FL000123_overview.JPG",
      "GPS/day 1/é/FL000123_01.000",
      "FL000123_01/GPS/FL000123_01.001",
      "FL000123_01/scanner 1/260314_0101.RANGE",
      "FL000123_01/scanner 2/260314_0101.range",
      "FL000123.000",
      "FL000123_0001.range",
    ],
  },
  a3: {
    uploadType: "LargeFormatImagery",
    sensorName: "Visionmap A3 - 011",
    names: [
      "FL000123_01.pdf",
      "FL000123_01.xls",
      "FL000123_02/FL000123_02.pdf",
      "FL000123_02/FL000123_02.xls",
      "CCD1/0001.bin",
    ],
  },
  a3Gps: {
    uploadType: "LargeFormatImageryGPS",
    sensorName: "Visionmap A3 - 011",
    names: ["FL000123.pdf", "FL000123.xls", "FL000123.gpso", "FL000123.gpsn"],
  },
  dmc: {
    uploadType: "LargeFormatImagery",
    sensorName: "DMC - 27",
    names: ["FL000123.pdf", "FL000123.xls", "0001.dat"],
  },
  dmcGps: {
    uploadType: "LargeFormatImageryGPS",
    sensorName: "DMC - 27",
    names: ["20260314_GnssImu.dat"],
  },
  largeFormat: {
    uploadType: "LargeFormatImagery",
    sensorName: "UltraCam - 012",
    names: ["FL000123.pdf", "FL000123.xls", "0001.dat"],
  },
  laz: {
    uploadType: "TerrainMapperLAZ",
    sensorName: "Leica Terrain Mapper - 521",
    names: ["LAZ/strip_0001.laz", "LAZ/strip_0002.laz"],
  },
  sol: {
    uploadType: "TerrainMapperSOL",
    sensorName: "Leica Terrain Mapper - 521",
    names: ["Session.sol"],
  },
  terrainGps: {
    uploadType: "TerrainMapperGPS",
    sensorName: "Leica Terrain Mapper - 521",
    names: ["Session 1/mm1/a/b/c/20260314.DAT", "Session 2/MM1/20260314.dat"],
  },
  terrainRaw: {
    uploadType: "TerrainMapperRAW",
    sensorName: "Leica Terrain Mapper - 521",
    names: ["MM1/GPS/20260314.dat", "MM2/0001.pack", "MM2/0001.pack.sha1", "MM2/0001.dat"],
  },
  terrainLidar: {
    uploadType: "TerrainMapperLIDAR",
    sensorName: "Leica Terrain Mapper - 521",
    names: ["MM1/GPS/20260314.dat", "MM2/TimeSync_01.raw", "MM2/TimeSync_01.raw.sha1"],
  },
  terrainImagery: {
    uploadType: "TerrainMapperImagery",
    sensorName: "Leica Terrain Mapper - 521",
    names: [
      "MM1/GPS/20260314.dat",
      "MM1/Imagery Returns/0001.DAT",
      "MM1/Imagery Returns/0001.DAT.SHA1",
      "MM2/0001.tif",
      "MM2/ImageryReturn_01.dat",
    ],
  },
} as const satisfies Record<string, ValidFolder>;

export type ValidFolderId = keyof typeof VALID_FOLDERS;

interface Change {
  readonly without?: RegExp;
  readonly add?: readonly string[];
  readonly empty?: readonly string[];
  readonly base?: string;
}

/** The request for a valid folder, with some names left out, added or emptied, or another base folder. */
export function folderRequest(id: ValidFolderId, change: Change = {}): FolderRequest {
  const { names, ...upload }: ValidFolder = VALID_FOLDERS[id];
  const number = /(\d{2,3})$/.exec(upload.sensorName)?.[1] ?? "";
  const base = change.base ?? `FL000123_${number.padStart(3, "0")}`;
  const below = (name: string): string => `${base}/${name}`;
  const kept = names.filter((name) => !(change.without?.test(name) ?? false));
  return {
    flightId: "FL000123",
    ...upload,
    files: [
      ...[...kept, ...(change.add ?? [])].map((name) => ({ path: below(name), size: 1000 })),
      ...(change.empty ?? []).map((name) => ({ path: below(name), size: 0 })),
    ],
  };
}
