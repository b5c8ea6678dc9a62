import { describe, expect, test } from "vitest";
import { UPLOAD_NAME } from "../../data/upload-name.ts";
import { CELLS, KIND_OF, type SensorLine, sensorLines } from "./sensor-lines.ts";
import { sensorLog, upload } from "../testing/flights.ts";

const TM = "Leica Terrain Mapper - 91";
const kinds = (line: SensorLine | undefined): string[] =>
  line?.field.cells.map(({ kind }) => kind) ?? [];

describe("lines of a flight", () => {
  test("a sensor with several logs is one line, in the order of the first log", () => {
    const lines = sensorLines({
      Sensors: [
        sensorLog({ SensorID: "SL000001" }),
        sensorLog({ Sensor: TM, SensorID: "SL000002" }),
        sensorLog({ SensorID: "SL000003" }),
      ],
      Uploads: [],
    });
    expect(lines.map(({ sensor, logs }) => [sensor, logs.length])).toEqual([
      ["Galaxy Prime - 045", 2],
      [TM, 1],
    ]);
  });

  test("a log without a sensor goes by its secondary sensor, which is then not repeated", () => {
    const [line] = sensorLines({
      Sensors: [sensorLog({ Sensor: null, SecondarySensor: "P1 - 12" })],
      Uploads: [],
    });
    expect(line).toMatchObject({ sensor: "P1 - 12", secondary: undefined });
  });

  test("an upload of the secondary sensor lies in the line of its sensor", () => {
    const [line, ...others] = sensorLines({
      Sensors: [sensorLog({ SecondarySensor: "P1 - 12", Type: "LiDARandImagery" })],
      Uploads: [
        upload("LiDAR"),
        upload("MediumFormatImagery", "UPLOADING", { SensorName: "P1 - 12" }),
      ],
    });
    expect(line?.secondary).toBe("P1 - 12");
    expect(kinds(line)).toEqual(["lidar", "imagery"]);
    expect(others).toEqual([]);
  });

  test("an upload of a sensor that no log names still has its line", () => {
    const lines = sensorLines({
      Sensors: [sensorLog()],
      Uploads: [upload("LiDAR", "DATA_READY", { SensorName: "Old - 001" })],
    });
    expect(lines.map(({ sensor }) => sensor)).toEqual(["Galaxy Prime - 045", "Old - 001"]);
  });
});

const ofUploads = (...uploads: ReturnType<typeof upload>[]) =>
  sensorLines({ Sensors: [sensorLog()], Uploads: uploads })[0];

describe("GNSS cells", () => {
  test("LiDAR GNSS is hidden beside a LiDAR upload, unless only GNSS was uploaded", () => {
    expect(kinds(ofUploads(upload("LiDAR"), upload("OptechGPS")))).toEqual(["lidar"]);
    expect(
      kinds(ofUploads(upload("LiDAR", "UPLOADING"), upload("OptechGPS", "DATA_READY"))),
    ).toEqual(["lidar"]);
    expect(kinds(ofUploads(upload("LiDAR"), upload("OptechGPS", "DATA_READY")))).toEqual([
      "gpsOnly",
      "lidar",
    ]);
    expect(kinds(ofUploads(upload("OptechGPS")))).toEqual(["gpsOnly"]);
  });

  test.each([
    ["Courier to Office", ["gpsOnly", "lidar"]],
    ["Hand Deliver", ["gpsOnly", "lidar"]],
    ["Upload", ["lidar"]],
    ["TBA", ["lidar"]],
  ] as const)("LiDAR data sent by %s leaves the field %s", (DataDispatchMethodLiDAR, shown) => {
    const SensorName = "Optech Galaxy - 077";
    const [only] = sensorLines({
      Sensors: [sensorLog({ Sensor: SensorName, DataDispatchMethodLiDAR })],
      Uploads: [
        upload("LiDAR", "READY_FOR_UPLOAD", { SensorName }),
        upload("OptechGPS", "READY_FOR_UPLOAD", { SensorName }),
      ],
    });
    expect(kinds(only)).toEqual(shown);
  });

  test.each([
    ["DMC III - 27523", true],
    ["visionmap A3 - 03", true],
    ["P1 - 12", false],
  ])("imagery GNSS of %s shows: %s", (SensorName, shows) => {
    const [only] = sensorLines({
      Sensors: [sensorLog({ Sensor: SensorName })],
      Uploads: [upload("LargeFormatImageryGPS", "READY_FOR_UPLOAD", { SensorName })],
    });
    expect(kinds(only)).toEqual(shows ? ["gnssImagery"] : []);
  });
});

describe("Terrain Mapper", () => {
  const all = (["RAW", "Imagery", "LIDAR", "GPS", "LAZ", "SOL"] as const).map((type) =>
    upload(`TerrainMapper${type}`),
  );

  test("field and office uploads are apart, each in the order of the widget", () => {
    const [line] = sensorLines({ Sensors: [sensorLog({ Sensor: TM })], Uploads: all });
    expect(kinds(line)).toEqual(["tmGnss", "tmLidar", "tmImagery", "tmAll"]);
    expect(line?.office.cells.map(({ kind }) => kind)).toEqual(["tmSol", "tmLaz"]);
  });

  const pair = (["RAW", "GPS", "LIDAR"] as const).flatMap((type) => [
    upload(`TerrainMapper${type}`, "READY_FOR_UPLOAD", { SensorName: TM }),
    upload(`TerrainMapper${type}`, "READY_FOR_UPLOAD", { SensorName: "Terrain Mapper - 102" }),
  ]);
  const log = sensorLog({ Sensor: TM, SecondarySensor: "Terrain Mapper - 102" });

  test("up to five entries of a sensor are listed one by one", () => {
    const [line] = sensorLines({ Sensors: [log], Uploads: pair.slice(1) });
    expect(kinds(line)).toEqual(["tmGnss", "tmGnss", "tmLidar", "tmLidar", "tmAll"]);
    expect(line?.field.collapsed).toEqual([]);
  });

  test("more collapse into one, and leave the other column as it is", () => {
    const office = [upload("TerrainMapperLAZ"), upload("TerrainMapperSOL")];
    const [line] = sensorLines({ Sensors: [log], Uploads: [...pair, ...office] });
    expect(line?.field.cells).toEqual([]);
    expect(line?.field.collapsed.map(({ upload: { _id } }) => _id).toSorted()).toEqual(
      pair.map(({ _id }) => _id).toSorted(),
    );
    expect(line?.office.cells.map(({ kind }) => kind)).toEqual(["tmSol", "tmLaz"]);
  });

  test("six uploads of another sensor stay six", () => {
    const Sensors = Array.from({ length: 6 }, (_, at) =>
      sensorLog({ Sensor: "P1 - 12", SecondarySensor: `P1 - 2${at}` }),
    );
    const Uploads = Sensors.map(({ SecondarySensor }) =>
      upload("MediumFormatImagery", "DATA_READY", { SensorName: SecondarySensor ?? "" }),
    );
    expect(sensorLines({ Sensors, Uploads })[0]?.field.cells).toHaveLength(6);
  });
});

test("an upload has one name, in its cell and on every other page", () => {
  const names = Object.entries(KIND_OF).map(([type, kind]) => [type, CELLS[kind].label]);
  expect(Object.fromEntries(names)).toEqual(UPLOAD_NAME);
});
